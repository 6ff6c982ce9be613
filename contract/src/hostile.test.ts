import { expect, test } from 'vitest';
import { canonicalAddress } from './addresses.ts';
import { findFirst, findWords, fold, foldUpTo, searchWords } from './folding.ts';
import { hardText } from './hostile.test-suite.ts';
import { tagName } from './schemas/tags.ts';
import { hasSecret } from './secrets.ts';
import { beginningOf, kindOfText, languageOf, LOOKED_AT } from './text-kinds.ts';

test.each<[string, number, (text: string) => unknown]>([
  ['languageOf', LOOKED_AT, languageOf],
  ['kindOfText', LOOKED_AT, kindOfText],
  ['beginningOf', 20_000, beginningOf],
  ['hasSecret', 10_000, hasSecret],
  ['fold', 20_000, fold],
  ['foldUpTo', 20_000, (text) => foldUpTo(text, text.length)],
  ['searchWords', 1000, searchWords],
  ['findWords', 5000, (text) => findWords(text, ['ab', ' '])],
  ['findFirst', 20_000, (text) => findFirst(text, ['zz', 'a'.repeat(100)])],
  ['canonicalAddress', 20_000, canonicalAddress],
  ['tagName', 20_000, (text) => tagName.safeParse(text)],
])(
  '%s of a text of %i letters takes no more than the double of half of them',
  (_name, length, look) => {
    expect(hardText(look, length)).toBeUndefined();
  },
  600_000,
);
