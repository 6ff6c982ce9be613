import type { FailureTexts } from './failure-texts.ts';

/** Of this build's language only; none in English, in whose build nothing of this is left. */
function loadTexts(): Promise<{ default: FailureTexts }> | undefined {
  if (import.meta.env.LANGUAGE === 'fr') return import('../../failures/fr.json');
  if (import.meta.env.LANGUAGE === 'es') return import('../../failures/es.json');
  if (import.meta.env.LANGUAGE === 'de') return import('../../failures/de.json');
  return undefined;
}

/**
 * What the server says of a failure, in the language of this build: its own texts are English and
 * part of the contract. The others come with the first failure; when they do not come, English says
 * more than nothing.
 */
export async function inReadersLanguage(
  code: string | undefined,
  english: string,
): Promise<string> {
  if (import.meta.env.LANGUAGE === 'en' || code === undefined) return english;
  try {
    const [{ inTheseTexts }, texts] = await Promise.all([
      import('./failure-texts.ts'),
      loadTexts(),
    ]);
    return texts ? inTheseTexts(texts.default, code, english) : english;
  } catch {
    return english;
  }
}
