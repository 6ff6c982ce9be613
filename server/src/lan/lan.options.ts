import { oneOf, option, type Options, type ValuesOf } from '../core/config.ts';

export const lanOptions = {
  LAN_MODE: option(
    'on',
    'Who may use LAN sharing: on, private-only (no shared public addresses) or off.',
    oneOf('on', 'private-only', 'off'),
  ),
} as const satisfies Options;

declare module '../core/config.ts' {
  interface Config extends ValuesOf<typeof lanOptions> {}
}
