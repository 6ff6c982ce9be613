import { expect, test } from 'vitest';
import { MAX_TEXT_BYTES } from './limits.ts';
import { beginningOf } from './text-kinds.ts';
import { wellFormed } from './well-formed.ts';

const filled = (piece: string) =>
  piece.repeat(Math.floor(MAX_TEXT_BYTES / new TextEncoder().encode(piece).length));

test.each([
  [
    'lines of prose',
    'Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich\n',
  ],
  ['lines of a log', '2026-11-22T14:03:05.123Z info GET /api/clipboard/history 200 3.1 ms\n'],
  ['Russian', 'Все счастливые семьи похожи друг на друга, каждая несчастливая семья \n'],
  ['Thai, with its spaces', 'ภาษาไทยเป็นภาษาที่มีระบบเขียน ภาษาไทย '.repeat(20) + '\n'],
  ['Chinese, without any', '道可道非常道名可名非常名。'.repeat(300) + '\n'],
  ['Hindi', 'हिन्दी भाषा '.repeat(50) + '\n'],
  ['letters with twenty marks', 'a' + '\u0301'.repeat(20) + ' '.repeat(80) + '\n'],
  ['one line', '{"key":"value","n":12345},'],
  ['one line of prose', '“Zwölf Boxkämpfer” – sagt man … '],
  ['lines of ten letters', 'abcdefghij\n'],
  ['emoji', '👩‍👩‍👧‍👦 '.repeat(20) + '\n'],
])('half a megabyte of %s is laid out whole', (_what, piece) => {
  const text = filled(piece);
  expect(beginningOf(text) === text).toBe(true);
});

test.each([
  ['marks on one letter', '\u0301'],
  ['marks with a letter now and then', 'a' + '\u0301'.repeat(2500)],
  ['Thai without spaces', 'ภาษาไทยเป็นภาษาที่มีระบบเขียน'],
  ['Khmer without spaces', 'ភាសាខ្មែរជាភាសាកំណើត'],
  ['Arabic without spaces', 'العربية'],
  ['marks, each on a letter of its own', 'a\u0301'],
  ['selectors of variants', '\u{e0100}'],
  ['one line with a letter beyond Latin', '{"key":"value","n":"ж"},'],
  ['empty lines', '\n'],
  ['lines of one letter', 'a\n'],
])('of half a megabyte of %s the beginning', (_what, piece) => {
  const text = filled(piece);
  const part = beginningOf(text);
  expect(part.length).toBeLessThanOrEqual(4000);
  expect(part.length).toBeGreaterThan(3900);
  expect(text.startsWith(part.slice(0, -1))).toBe(true);
  expect(part).toBe(wellFormed(part));
});

test('a short text is always whole', () => {
  for (const piece of ['\u0301', '\n', 'ก']) {
    const text = piece.repeat(4000);
    expect(beginningOf(text)).toBe(text);
  }
});
