import { readFileSync } from 'node:fs';
import path from 'node:path';
import { errors, ProductError, type ErrorCode } from '@clipline/contract/errors.ts';
import { languages } from '@clipline/contract/languages.ts';
import { describe, expect, it, test } from 'vitest';
import { inTheseTexts, type FailureTexts } from './failure-language.ts';

const folder = path.join(import.meta.dirname, '../../failures');
const read = (language: string) =>
  JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as FailureTexts;
const others = languages.filter((language) => language !== 'en');
const french = read('fr');

const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
/** A sentence goes on after some of them: those have no full stop in any language. */
const ending = (text: string) => (text.endsWith('.') ? '.' : '');

describe.each(others)('in %s', (language) => {
  const { texts, values } = read(language);

  test('every failure of the contract has a text, with its placeholders and its ending', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(errors).sort());
    for (const [code, { text }] of Object.entries(errors)) {
      expect([code, placeholders(texts[code]!), ending(texts[code]!)]).toEqual([
        code,
        placeholders(text),
        ending(text),
      ]);
    }
  });

  test('what is put into them is the same as in the others, with its placeholders', () => {
    const shape = ({ values: all }: FailureTexts) =>
      Object.entries(all).map(([name, known]) => [name, Object.keys(known)]);
    expect(shape({ texts, values })).toEqual(shape(french));
    for (const [said, text] of Object.values(values).flatMap((known) => Object.entries(known)))
      expect([said, placeholders(text)]).toEqual([said, placeholders(said)]);
    const used = new Set(Object.values(errors).flatMap(({ text }) => placeholders(text)));
    expect(Object.keys(values).filter((name) => !used.has(name))).toEqual([]);
  });

  test('no placeholder is left open in a text that the server filled', () => {
    for (const code of Object.keys(errors) as ErrorCode[]) {
      const given = Object.fromEntries(
        placeholders(errors[code].text).map((name) => [name, `<${name}>`]),
      );
      const text = inTheseTexts(
        { texts, values },
        code,
        'English',
        new ProductError(code, given).values,
      );
      expect([code, placeholders(text)]).toEqual([code, []]);
      for (const value of Object.values(given)) expect(text).toContain(value);
    }
  });
});

const inFrench = (code: ErrorCode, values?: Record<string, string | number>) =>
  inTheseTexts(french, code, 'English', new ProductError(code, values).values);

it('puts the values in', () => {
  expect(inFrench('INVALID_CREDENTIALS')).toBe('Identifiants incorrects');
  expect(inFrench('ROOM_FULL', { max: 50 })).toBe('Un salon peut compter au plus 50 membres');
  expect(inFrench('SHARING_NOT_IN_PLAN', { plan: 'Basic' })).toContain('(Basic)');
  expect(inFrench('PLAN_NOT_SOLD', { plan: 'Pro', interval: 'yearly' })).toContain(
    'L’offre Pro, payée à l’année,',
  );
});

it('keeps a name as it is, whatever it holds', () => {
  for (const file of [
    'a.b (1)?.zip',
    '{max} $& $1.txt',
    'notes\nof two lines',
    'x exceeds the 10MB limit. y.md',
    'all is missing',
  ])
    expect(inFrench('FILE_TOO_LARGE', { file, limit: '10MB' })).toBe(
      `${file} dépasse la limite de 10 Mo. Veuillez choisir un fichier plus petit.`,
    );
});

it('translates what the server puts in, with the names in it', () => {
  expect(inFrench('ARCHIVE_DAMAGED', { what: 'clips.json is missing' })).toContain(
    'endommagée\u{a0}: clips.json manque. Rien',
  );
  expect(inFrench('ARCHIVE_TOO_LARGE', { what: 'it has more than 100000 files' })).toContain(
    'elle contient plus de 100000 fichiers',
  );
  expect(inFrench('ARCHIVE_DAMAGED', { what: 'something new' })).toContain(
    '\u{a0}: something new. Rien',
  );
});

it('leaves English what it does not know', () => {
  expect(inTheseTexts(french, 'LATER_FAILURE', 'Something of a newer server')).toBe(
    'Something of a newer server',
  );
  expect(inTheseTexts(french, 'toString', 'Odd')).toBe('Odd');
  expect(inTheseTexts(french, 'ROOM_FULL', 'This room takes nobody else', {})).toBe(
    'This room takes nobody else',
  );
});
