import { isLanguage, type Language } from '@clipline/contract/languages.ts';
import { getLocale, overwriteGetLocale } from '../paraglide/runtime.js';

/** What a page is rendered in where there is no document to say so. */
export const speak = (chosen: Language): void => overwriteGetLocale(() => chosen);

/** The server sends the page of the reader's language, and the page says which that is. */
if (typeof document !== 'undefined' && isLanguage(document.documentElement.lang))
  speak(document.documentElement.lang);

export const language = (): Language => getLocale();

/**
 * For dates and numbers: the reader's own region of the app's language, en-GB for one, where the
 * browser names it.
 */
export const locale = (): string =>
  (typeof navigator === 'undefined'
    ? undefined
    : navigator.languages.find((name) => name.split('-', 1)[0] === language())) ?? language();
