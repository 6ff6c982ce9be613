import { oneOf, option, type Options, type ValuesOf } from '../../platform/config.ts';

export const lanOptions = {
  LAN_MODE: option(
    'on',
    'Who may use LAN sharing: on, private-only (no shared public addresses) or off.',
    oneOf('on', 'private-only', 'off'),
  ),
} as const satisfies Options;

declare module '../../platform/config.ts' {
  interface Config extends ValuesOf<typeof lanOptions> {}
}
