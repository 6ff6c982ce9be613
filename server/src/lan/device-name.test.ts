import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceName } from './lan.sockets.ts';

test.each([
  ["Anna's phone", "Anna's phone"],
  ['  a \n\t b  ', 'a b'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['a\u0000b\u200bc', 'a bc'],
  ['<b>x</b>', '<b>x</b>'],
  ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ['x'.repeat(500), 'x'.repeat(60)],
  ['', undefined],
  [' \u200b ', undefined],
  ['\u200d', undefined],
  ['\u3164', undefined],
  ['\u115f\u1160', undefined],
  ['Desk\u034f\u200d', 'Desk'],
  [null, undefined],
  [undefined, undefined],
])('%j becomes %j', (given, name) => {
  expect(deviceName(given)).toBe(name);
});

test('whatever is given, a name is short, visible and stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (given) => {
      const name = deviceName(given);
      if (name === undefined) return;
      expect(name.length).toBeLessThanOrEqual(60);
      expect(name).toMatch(/^\S(.*\S)?$/su);
      expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(deviceName(name)).toBe(name);
    }),
  );
});
