import { oneOf, option, type Options, type ValuesOf } from '../core/config.ts';

export const pairingOptions = {
  PAIRING: option(
    'on',
    'off keeps two devices from being connected by a code, without an account.',
    (value) => oneOf('on', 'off')(value ?? 'on'),
  ),
} as const satisfies Options;

declare module '../core/config.ts' {
  interface Config extends ValuesOf<typeof pairingOptions> {}
}
