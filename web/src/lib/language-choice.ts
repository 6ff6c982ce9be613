import { LANGUAGE_COOKIE, type Language } from '@clipline/contract/languages.ts';

export const languageNames = [
  { value: 'en', label: 'English' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
  { value: 'de', label: 'Deutsch' },
] as const satisfies readonly { value: Language; label: string }[];

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Remembers the choice in this browser and loads the page again in that language. */
export function chooseLanguage(chosen: Language): void {
  document.cookie = `${LANGUAGE_COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
  // A language in the address would win over the choice.
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
  location.reload();
}
