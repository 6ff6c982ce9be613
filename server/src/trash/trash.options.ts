import { days, option, type Options, type ValuesOf } from '../core/config.ts';

export const trashOptions = {
  TRASH_DAYS: option(
    '30',
    'Days for which deleted things can be brought back; with 0 it is ten minutes, and no page shows a trash.',
    days(30, 3650),
  ),
} as const satisfies Options;

declare module '../core/config.ts' {
  interface Config extends ValuesOf<typeof trashOptions> {}
}
