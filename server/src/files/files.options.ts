import { megabytes, option, type Options, type ValuesOf } from '../core/config.ts';

export const fileOptions = {
  STORAGE_PER_PERSON_MB: option(
    '20480',
    'Megabytes of texts and files that one person may store.',
    megabytes(20_480),
  ),
  STORAGE_SIGNED_OUT_MB: option(
    '20480',
    'Megabytes that all who are signed out may store together.',
    megabytes(20_480),
  ),
} as const satisfies Options;

declare module '../core/config.ts' {
  interface Config extends ValuesOf<typeof fileOptions> {}
}
