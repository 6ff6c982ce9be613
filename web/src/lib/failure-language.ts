import type { Language } from '@clipline/contract/languages.ts';
import type { FailureTexts } from './failure-texts.ts';
import { language } from './language.ts';

type Load = () => Promise<{ default: FailureTexts }>;

const texts: Record<Exclude<Language, 'en'>, Load> = {
  fr: () => import('../../failures/fr.json'),
  es: () => import('../../failures/es.json'),
  de: () => import('../../failures/de.json'),
};

/**
 * What the server says of a failure, in the language of the page: its own texts are English and
 * part of the contract. The others come with the first failure; when they do not come, English says
 * more than nothing.
 */
export async function inReadersLanguage(
  code: string | undefined,
  english: string,
  values: unknown,
): Promise<string> {
  const spoken = language();
  if (spoken === 'en' || code === undefined) return english;
  try {
    const [{ inTheseTexts }, translated] = await Promise.all([
      import('./failure-texts.ts'),
      texts[spoken](),
    ]);
    return inTheseTexts(translated.default, code, english, values);
  } catch {
    return english;
  }
}
