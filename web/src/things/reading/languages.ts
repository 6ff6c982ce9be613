import { type Language, languageOf } from '@clipline/contract/text-kinds.ts';
import { useState } from 'react';
import { readJson, storage } from '../../lib/storage.ts';
import { m } from '../../paraglide/messages.js';

const NAMES: Partial<Record<Language, string>> = {
  text: m.ui_kind_text(),
  code: m.ui_kind_code(),
  css: 'CSS',
  csv: 'CSV',
  html: 'HTML',
  json: 'JSON',
  sql: 'SQL',
  typescript: 'TypeScript',
  yaml: 'YAML',
};
export const nameOfLanguage = (language: Language): string =>
  NAMES[language] ?? language.charAt(0).toUpperCase() + language.slice(1);

const KEY = 'languages';
/** Of those chosen last. */
const MOST_KEPT = 100;

type Chosen = readonly (readonly [id: string, language: Language])[];

function kept(): Chosen {
  const found = readJson(KEY);
  return Array.isArray(found) ? (found as Chosen) : [];
}

function keep(id: string, language: Language): void {
  const others = kept().filter(([each]) => each !== id);
  storage.set(KEY, JSON.stringify([[id, language], ...others].slice(0, MOST_KEPT)));
}

/** Recognised, or as it was chosen in this browser for the thing with this id. */
export function useLanguage(
  id: string | null,
  text: string,
): readonly [Language, (language: Language) => void] {
  const [chosen, setChosen] = useState(() => kept().find(([each]) => each === id)?.[1]);
  const choose = (language: Language) => {
    setChosen(language);
    if (id !== null) keep(id, language);
  };
  return [chosen ?? languageOf(text), choose];
}

/** A longer text stays plain. */
const MOST_COLOURED = 64 * 1024;
/** Each value is an element of the page. */
const MOST_IN_TABLE = 16 * 1024;

export const isDocument = (language: Language): boolean =>
  language === 'markdown' || language === 'csv';

export const hasPreview = (language: Language, text: string): boolean =>
  language !== 'text' &&
  language !== 'code' &&
  text.length <= (language === 'csv' ? MOST_IN_TABLE : MOST_COLOURED);
