import { useState } from 'react';
import { useHydrated } from '../../lib/hydrated.ts';
import { storage } from '../../lib/storage.ts';

const KEY = 'language';

export const languages = [
  { value: 'en', label: 'English' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
  { value: 'de', label: 'Deutsch' },
] as const;
export type Language = (typeof languages)[number]['value'];

const stored = (): Language => languages.find(({ value }) => value === storage.get(KEY))?.value ?? 'en';

/** The chosen language, remembered. The texts exist in English only, so far. */
export function useLanguage(): [Language, (language: Language) => void] {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<Language | null>(null);
  const choose = (language: Language) => {
    storage.set(KEY, language);
    setChosen(language);
  };
  return [chosen ?? (hydrated ? stored() : 'en'), choose];
}
