import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalAddress } from './addresses.ts';

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  ['ａｄａ@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ['ada@exámple.com', 'ada@xn--exmple-qta.com'],
  ['ada@xn--exmple-qta.com', 'ada@xn--exmple-qta.com'],
  ['a\u0301da@example.com', 'áda@example.com'],
  ['ada@example。com', undefined],
  ['ada+news@mail.example.com', 'ada+news@mail.example.com'],
])('%j is %j', (text, address) => {
  expect(canonicalAddress(text)).toBe(address);
});

test.each([
  'a\u00adda@example.com',
  'ada@exam\u00adple.com',
  'a\u200bda@example.com',
  'ada\u202e@example.com',
  'ada\u0007@example.com',
  'ada\u009b@example.com',
  'ada@example.com\n',
  'ad\u{e0061}a@example.com',
  'ada\u034f@example.com',
  'ada@example.com/x.org',
  'ada@example.com?x.org',
  'ada@127.0.0.1',
  'ada@0x7f.1',
  'ada@example',
  'ada@-example.com',
  'ada@exa_mple.com',
  'ada＠example.com'.replace('＠', '@@'),
  '@example.com',
  `ada@${'a'.repeat(64)}.com`,
  `ada@${'abcdefghi.'.repeat(26)}com`,
])('%j is refused', (text) => {
  expect(canonicalAddress(text)).toBeUndefined();
});

test('every spelling has one form, which is its own, ASCII in its host, and all seen', () => {
  const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(part, part, (local, label) => {
      const address = canonicalAddress(`${local}@${label}.example.com`);
      if (address === undefined) return;
      expect(canonicalAddress(address)).toBe(address);
      expect(address.slice(address.lastIndexOf('@'))).toMatch(/^@[a-z0-9.-]+$/);
      expect(address).not.toMatch(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
      const inCapitals = address.replace(/[a-z]/g, (letter) => letter.toUpperCase());
      for (const other of [inCapitals, address.normalize('NFD'), inCapitals.normalize('NFD')])
        expect(canonicalAddress(other)).toBe(address);
    }),
    { numRuns: 5000 },
  );
});
