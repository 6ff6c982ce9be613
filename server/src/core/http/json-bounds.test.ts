import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_BULK_CLIPS } from '@clipline/contract/limits.ts';
import { countTokens } from './failures.ts';

const all = { depth: 1000, tokens: 1e9 };

/** What the scan is to count, of a value that is known. */
function tokensOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  const separators = Math.max(0, values.length - 1) + (Array.isArray(value) ? 0 : values.length);
  return values.reduce((sum, each) => sum + tokensOf(each), 1 + separators);
}

test('tokens are those outside strings, however strings are spelt', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      expect(countTokens(JSON.stringify(value, null, indent), all)).toBe(
        tokensOf(JSON.parse(JSON.stringify(value))),
      );
    }),
  );
});

test.each([
  ['"[{:,"', 0],
  ['"\\"[{:,"', 0],
  ['"\\\\",[', 2],
  ['{"a":[1,2]}', 4],
  ['', 0],
  ['"never closed [[[[', 0],
])('%s has %i', (text, tokens) => {
  expect(countTokens(text, all)).toBe(tokens);
});

test('what is beyond is found where it begins to be', () => {
  expect(countTokens('[[[', { depth: 2, tokens: 10 })).toBeUndefined();
  expect(countTokens('[[],[]]', { depth: 2, tokens: 10 })).toBe(4);
  expect(countTokens('[1,1,1]', { depth: 2, tokens: 2 })).toBeUndefined();
});

test('the longest list of clips to change fits in', () => {
  const ids = Array.from({ length: MAX_BULK_CLIPS }, (_, at) => [`clip${at}`, at] as const);
  expect(countTokens(JSON.stringify({ versions: Object.fromEntries(ids) }))).toBeDefined();
  expect(countTokens(JSON.stringify(Array.from({ length: 20_000 }, () => ({}))))).toBeUndefined();
});
