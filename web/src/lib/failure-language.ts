import { filled } from '@clipline/contract/errors.ts';
import { language } from './language.ts';

const languages = import.meta.glob<FailureTexts>('../../failures/*.json', { import: 'default' });

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
    return inTheseTexts(await languages[`../../failures/${spoken}.json`]!(), code, english, values);
  } catch {
    return english;
  }
}

/**
 * The failures of the contract in one language, by their codes, and what the server puts into them
 * in English.
 */
export interface FailureTexts {
  readonly texts: Readonly<Record<string, string>>;
  /**
   * By placeholder, then by what the server says, which may have placeholders of its own: `{name} is
   * missing`.
   */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const PLACEHOLDER = /\{(\w+)\}/g;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * What stands at the placeholders of a template in a text; undefined when the text was not made from it.
 */
function valuesIn(template: string, text: string): Record<string, string> | undefined {
  const pattern = template
    .split(/\{(\w+)\}/)
    .map((piece, index) =>
      index % 2 === 0 ? piece.replace(SPECIAL, String.raw`\$&`) : `(?<${piece}>.+)`,
    )
    .join('');
  const found = new RegExp(`^${pattern}$`, 's').exec(text);
  return found ? { ...found.groups } : undefined;
}

function translatedValue(value: string, known: Readonly<Record<string, string>> = {}): string {
  for (const [template, translation] of Object.entries(known)) {
    const values = valuesIn(template, value);
    if (values) return filled(translation, values);
  }
  return value;
}

/**
 * The text for a code with the values that the server put into it; the English one where there is no
 * other, or a value that it names did not come.
 */
export function inTheseTexts(
  { texts, values: known }: FailureTexts,
  code: string,
  english: string,
  values: unknown = {},
): string {
  if (!Object.hasOwn(texts, code)) return english;
  const translated = Object.fromEntries(
    Object.entries(Object(values) as Record<string, unknown>).map(([name, value]) => [
      name,
      translatedValue(String(value), known[name]),
    ]),
  );
  const names = [...texts[code]!.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  return names.every((name) => Object.hasOwn(translated, name))
    ? filled(texts[code]!, translated)
    : english;
}
