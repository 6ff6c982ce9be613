import { findWords, searchWords } from '@clipline/contract/folding.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someCases } from '../../testing/cases.ts';
import { excerptOf, matchOf, withMatches } from './search.ts';

const excerpt = (text: string, search: string) => excerptOf(text, searchWords(search));
const marked = (text: string, search: string) => {
  const words = searchWords(search);
  const found = excerptOf(text, words) ?? '';
  return findWords(found, words).map(({ start, end }) => found.slice(start, end));
};

test('a short text is its own excerpt, as it is written', () => {
  const text = '  first line\r\n\tsecond Straße 😀 \n';
  expect(excerpt(text, 'STRASSE')).toBe(text);
  expect(excerpt(text, 'nothing')).toBeUndefined();
});

test('marks stand where the words are, in every script', () => {
  expect(marked('one ﬁne day', 'fin')).toEqual(['ﬁn']);
  expect(marked('Die Straße', 'strasse')).toEqual(['Straße']);
  expect(marked('ÉCOLE école e\u0301cole', 'ecole')).toEqual(['ÉCOLE', 'école', 'e\u0301cole']);
  expect(marked('İstanbul, ısı', 'istanbul ISI')).toEqual(['İstanbul', 'ısı']);
  expect(marked('a 😀 b 👩‍👩‍👧', '👩‍👩‍👧')).toEqual(['👩‍👩‍👧']);
  expect(marked('我在東京吃飯', '東京')).toEqual(['東京']);
});

test('a long text is cut around the first hit of any word', () => {
  const text = `${'é '.repeat(4000)}needle ${'😀 '.repeat(4000)}other`;
  const found = excerpt(text, 'other needle') ?? '';
  expect([...found]).toHaveLength(300);
  expect(found).toContain('needle');
  expect(found.indexOf('needle')).toBe(80);
  const last = excerpt(text, 'other') ?? '';
  expect([...last]).toHaveLength(300);
  expect(last.endsWith('other')).toBe(true);
});

test('a word longer than an excerpt fills it from its beginning', () => {
  const word = 'x'.repeat(900);
  expect(excerpt(`before ${word} after`, word)).toBe('x'.repeat(300));
});

test('a text of 512 KiB takes a moment, wherever the hit is', () => {
  for (const filling of ['a', 'é', 'ﬁ', '漢', '😀']) {
    const count = Math.floor((512 * 1024) / Buffer.byteLength(filling)) - 10;
    expect(marked(`${filling.repeat(count)}Straße`, 'strasse')).toEqual(['Straße']);
  }
});

test('every excerpt is a part of its text, whole characters, with what was found in it', () => {
  const unit = fc.constantFrom(...'aAéßﬁıİσςΣが東😀\u0301\n ', 'e\u0301', '\u1100\u1161', '👩‍👩‍👧');
  const text = fc.string({ unit, maxLength: 900 });
  fc.assert(
    fc.property(text, fc.string({ unit, minLength: 1, maxLength: 4 }), (whole, search) => {
      const words = searchWords(search);
      const found = excerptOf(whole, words);
      expect(found !== undefined).toBe(findWords(whole, words).length > 0);
      if (found === undefined) return;
      expect(whole).toContain(found);
      expect(found.isWellFormed()).toBe(true);
      expect([...found].length).toBeLessThanOrEqual(300);
      expect(findWords(found, words).length).toBeGreaterThan(0);
    }),
    someCases(300),
  );
});

test('the text goes before the names of files, and of these the first that holds a word', () => {
  const names = ['one.txt', 'Straße.pdf', 'strasse.txt'];
  const words = searchWords('strasse one-two');
  expect(matchOf({ text: 'nothing', names }, words)).toEqual({
    where: 'file',
    excerpt: 'Straße.pdf',
  });
  expect(matchOf({ text: 'my STRASSE', names }, words)).toEqual({
    where: 'text',
    excerpt: 'my STRASSE',
  });
  expect(matchOf({ text: 'nothing', names: [] }, words)).toBeUndefined();
});

test('while long texts are looked through, others have their turns', async () => {
  const texts = ['é', 'e\u0301', 'ﬁ', '漢', '😀'].map((filling) =>
    filling.repeat(Math.floor((512 * 1024) / Buffer.byteLength(filling))),
  );
  // Together too many for one turn of any machine.
  const many = Array.from({ length: 8 }, () => texts).flat();
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const found = await withMatches(
    many.map((text) => ({ text })),
    searchWords('not there'),
    ({ text }) => ({ text, names: [] }),
  );
  clearImmediate(counting);
  expect(found.some((each) => each.match)).toBe(false);
  expect(turns).toBeGreaterThan(1);
});
