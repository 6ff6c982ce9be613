import { inTheseTexts, type FailureTexts } from './failure-texts.ts';
import { language } from './language.ts';

const texts = import.meta.glob<FailureTexts>('../../failures/*.json', { import: 'default' });

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
    return inTheseTexts(await texts[`../../failures/${spoken}.json`]!(), code, english, values);
  } catch {
    return english;
  }
}
