import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFirst, findWords, foldUpTo, isBoundary, fold, searchWords } from './folding.ts';
import { wellFormed } from './well-formed.ts';

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
  ['Đặng Łódź', 'dang lodz'],
  ['Smørrebrød, ÆØÅ, Œuvre', 'smorrebrod, aeoa, oeuvre'],
  ['Þórður, Ħal, Ŧ, Ŋ', 'thordur, hal, t, n'],
  ['“It’s” „so“ ‚so‘ «so» ‹so›', `"It's" "so" 'so' "so" 'so'`],
  ['2020–2024 — pre‑war ‐ −1', '2020-2024 - pre-war - -1'],
  ['20\u00a0000\u202f€', '20 000 €'],
  ['co\u00adop\u200bera\u2060tion', 'cooperation'],
  ['\ufeffa\u200eb\u200f\u202ac\u2066d\u200ce\u200df\ufe0f\u{e0067}', 'abcdef'],
  ['か\u00ad\u3099', 'が'],
])('%s and %s are one', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test.each([
  ['か', 'が'],
  ['a', 'b'],
])('%s and %s are two', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

const ACCENTS = /(?![\u3099\u309a])[\p{Script=Inherited}\u0591-\u05c7]/gu;
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
  // Beyond are Chinese characters and what is in no use.
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
      ...'aAéßẞﬁıİσςΣがｶﾞ東京😀\u0301\u3099\u1100\u1161\u11a8ㄱㅏ \n\u00ad\u200b\ufeffæ’–',
      'e\u0301',
      '\u{1d6d3}',
    ),
  }),
);

test('a text that holds the words has them marked, and nothing is marked that does not', () => {
  fc.assert(
    fc.property(text, text, (whole, search) => {
      const well = wellFormed(whole);
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
  expect(marked('\ufeffWort\u00adlaut, wortlaut', 'Wortlaut')).toEqual([
    'Wort\u00adlaut',
    'wortlaut',
  ]);
  expect(marked('Æbler — it’s', "aeb it's -")).toEqual(['Æb', '—', 'it’s']);
});

test('the first of the words is where the first mark is', () => {
  fc.assert(
    fc.property(text, text, (whole, search) => {
      const well = wellFormed(whole);
      const words = searchWords(search);
      const [mark] = findWords(well, words);
      const first = findFirst(well, words);
      expect(first?.start).toBe(mark?.start);
      if (!first || !mark) return;
      expect(first.end).toBeLessThanOrEqual(mark.end);
      expect(words.some((word) => fold(well.slice(first.start, first.end)).includes(word))).toBe(
        true,
      );
    }),
  );
});

test('the first word is found wherever it stands in a long text', () => {
  const filling = fc.constantFrom('a', 'é ', 'ß', 'ﬁ', '漢字', '😀', 'e\u0301', '\u1100\u1161');
  fc.assert(
    fc.property(
      filling,
      fc.integer({ min: 0, max: 12_000 }),
      fc.constantFrom('Straße', 'İstanbul', 'ﬁne', '😀x', 'cafe\u0301', '東京'),
      (fill, times, word) => {
        const before = fill.repeat(times);
        const first = findFirst(`${before}\n${word} ${fill.repeat(9000)}`, searchWords(word));
        expect(first).toEqual({
          start: before.length + 1,
          end: before.length + 1 + word.length,
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('a longer word that begins earlier comes first, wherever the text is cut', () => {
  for (const at of [8189, 8190, 8191, 8192, 8193]) {
    const whole = `${'x'.repeat(at)}${'ab'.repeat(4000)}c`;
    const words = [`${'ab'.repeat(3999)}abc`, 'bababab'];
    expect(findFirst(whole, words)).toEqual({ start: at, end: whole.length });
  }
});

test('a cut parts neither characters nor what folding joins', () => {
  expect([0, 1, 2, 3].map((at) => isBoundary('a😀b', at))).toEqual([true, true, false, true]);
  expect([0, 1, 2].map((at) => isBoundary('e\u0301x', at))).toEqual([true, false, true]);
});

test.each([
  ['accents', '\u0301\u0316', ''],
  ['marks of a script', '\u0730\u0731', '\u0730\u0731'],
  ['marks of half width', '\uff9e\u0731', '\u3099\u0731'],
  ['marks that something unseen parts', '\u0730\u00ad\u0731\u200b', '\u0730\u0731'],
])('a quarter of a million %s in no order take no time to speak of', (_name, marks, folded) => {
  // Put in order at once they would take two minutes.
  const whole = `x${marks.repeat(130_000)}y`;
  expect(fold(whole)).toBe(fold(`x${marks.repeat(15)}y`));
  expect(fold(whole)).toHaveLength(2 + folded.length * 15);
  expect(findFirst(whole, ['y'])?.end).toBe(whole.length);
  expect(findWords(whole, ['y'])).toHaveLength(1);
});

test('a joiner in a text parts nothing that is one', () => {
  expect(fold('e\u034f\u0301')).toBe('e');
  expect(fold('\u1100\u034f\u1161')).toBe(fold('가'));
  expect(fold('か\u034f\u3099')).toBe(fold('が'));
});

test('a text is folded as far as it comes to no more than it may', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 400 }), (short, max) => {
      const well = `é${wellFormed(short)}`;
      const whole = fold(well);
      expect(foldUpTo(well, max)).toBe(whole.length <= max ? whole : '');
    }),
  );
  expect(foldUpTo('A'.repeat(9000), 10)).toBe('a'.repeat(9000));
  const long = 'ﷺ'.repeat(20_000);
  const folded = foldUpTo(long, 200_000);
  expect(folded.length).toBeGreaterThan(0);
  expect(folded.length).toBeLessThanOrEqual(200_000);
  expect(fold(long).startsWith(folded)).toBe(true);
});
