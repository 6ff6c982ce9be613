import { errors } from '@clipline/contract/errors.ts';

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

const filled = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);

function translatedValue(value: string, known: Readonly<Record<string, string>> = {}): string {
  for (const [template, translation] of Object.entries(known)) {
    const values = valuesIn(template, value);
    if (values) return filled(translation, values);
  }
  return value;
}

/**
 * The text for a code with the values of the English one; the English one where there is no other.
 */
export function inTheseTexts(
  { texts, values }: FailureTexts,
  code: string,
  english: string,
): string {
  const translation = Object.hasOwn(texts, code) ? texts[code] : undefined;
  const template = Object.hasOwn(errors, code)
    ? errors[code as keyof typeof errors].text
    : undefined;
  if (translation === undefined || template === undefined) return english;
  if (!/\{\w+\}/.test(template)) return translation;
  const found = valuesIn(template, english);
  if (!found) return english;
  return filled(
    translation,
    Object.fromEntries(
      Object.entries(found).map(([name, value]) => [name, translatedValue(value, values[name])]),
    ),
  );
}
