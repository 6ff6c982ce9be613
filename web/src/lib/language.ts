import { isLanguage, type Language, LANGUAGE_COOKIE } from '@clipline/contract/languages.ts';
import { getLocale, overwriteGetLocale } from '../paraglide/runtime.js';

export const languageNames = [
  { value: 'en', label: 'English' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
  { value: 'de', label: 'Deutsch' },
] as const satisfies readonly { value: Language; label: string }[];

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function chooseLanguage(chosen: Language): void {
  document.cookie = `${LANGUAGE_COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
  // A language in the address would win over the choice.
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
  location.reload();
}

/** What a page is rendered in where there is no document to say so. */
export const speak = (chosen: Language): void => overwriteGetLocale(() => chosen);

/** The server sends the page of the reader's language, and the page says which that is. */
if (typeof document !== 'undefined' && isLanguage(document.documentElement.lang))
  speak(document.documentElement.lang);

export const language = (): Language => getLocale();

/** The reader's own region of the language, such as en-GB, where the browser names it. */
export const locale = (): string =>
  (typeof navigator === 'undefined'
    ? undefined
    : navigator.languages.find((name) => name.split('-', 1)[0] === language())) ?? language();
