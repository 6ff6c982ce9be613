import { filled } from '@clipline/contract/errors.ts';
import { language } from './language.ts';

const languages = import.meta.glob<FailureTexts>('../../failures/*.json', { import: 'default' });

/**
 * The server's texts are English and part of the contract. Where the others do not come, English
 * says more than nothing.
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

export interface FailureTexts {
  readonly texts: Readonly<Record<string, string>>;
  /** By placeholder, then by the server's value, which may have placeholders of its own. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const PLACEHOLDER = /\{(\w+)\}/g;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

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

/** English where the code, or a value that its text names, is not known. */
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
