import type { Language } from '@clipline/contract/languages.ts';

/**
 * The language of this build of the app: there is one for each, and the server answers with the
 * reader's.
 */
export const language = (import.meta.env.LANGUAGE ?? 'en') as Language;

/**
 * For dates and numbers: the reader's own region of the app's language, en-GB for one, where the
 * browser names it.
 */
export const locale = (): string =>
  (typeof navigator === 'undefined'
    ? undefined
    : navigator.languages.find((name) => name.split('-', 1)[0] === language)) ?? language;
