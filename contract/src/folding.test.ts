import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findWords, fold, searchWords } from './folding.ts';

test.each([
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ﬁne ﬃ', 'FINE ffi'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA', 'ısparta'],
  ['Crème Brûlée', 'creme brulee'],
  ['e\u0301', 'É'],
  ['ΣΟΦΟΣ', 'σοφος'],
  ['Ёлка', 'елка'],
  ['ガ', 'ｶﾞ'],
  ['가', '\u1100\u1161'],
])('%s and %s are one', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test.each([
  ['か', 'が'],
  ['a', 'b'],
])('%s and %s are two', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

const ACCENTS = /[[\p{Script=Inherited}\u0591-\u05c7]--[\u3099\u309a]]/gv;
/** As stores of the first version hold texts. */
const foldedBefore = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC');

test('every letter folds to what stays as it is, also one that was folded before', () => {
  const others: string[] = [];
  // Beyond are Chinese characters and what nobody writes.
  for (let code = 0; code < 0x2_00_00; code++) {
    if (code >= 0x33_00 && code < 0xf9_00) continue;
    const character = String.fromCodePoint(code);
    const folded = fold(character);
    if (fold(folded) !== folded || fold(foldedBefore(character)) !== folded) others.push(character);
  }
  expect(others).toEqual([]);
});

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ...'aAéßẞﬁıİσςΣがｶﾞ東京😀\u0301\u3099\u1100\u1161\u11a8ㄱㅏ \n',
      'e\u0301',
      '\u{1d6d3}',
    ),
  }),
);

test('a text that holds the words has them marked, and nothing is marked that does not', () => {
  fc.assert(
    fc.property(text, text, (whole, search) => {
      const well = whole.toWellFormed();
      const words = searchWords(search);
      const spans = findWords(well, words);
      const folded = fold(well);
      expect(spans.length > 0).toBe(words.some((word) => folded.includes(word)));
      let last = -1;
      for (const { start, end } of spans) {
        expect(start).toBeGreaterThan(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(well.length);
        const part = well.slice(start, end);
        expect(part.isWellFormed()).toBe(true);
        expect(words.some((word) => fold(part).includes(word))).toBe(true);
        last = end;
      }
    }),
  );
});

test('marks cover whole letters', () => {
  const marked = (whole: string, search: string) =>
    findWords(whole, searchWords(search)).map(({ start, end }) => whole.slice(start, end));
  expect(marked('Die Straße, STRASSE', 'strasse')).toEqual(['Straße', 'STRASSE']);
  expect(marked('Straße', 'as')).toEqual(['aß']);
  expect(marked('one ﬁne day, fine', 'fin')).toEqual(['ﬁn', 'fin']);
  expect(marked('cafe\u0301s', 'café')).toEqual(['cafe\u0301']);
  expect(marked('abcd', 'bc cd')).toEqual(['bcd']);
  expect(marked('😀x😀', '😀')).toEqual(['😀', '😀']);
});
