import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { line, lineOrNull } from './common.ts';

const blanks = ' \n'.repeat(1000);

describe('a name', () => {
  test.each([
    ['Kitchen\nradio', 'Kitchen radio'],
    ['Kitchen\r\nradio', 'Kitchen radio'],
    ['Kitchen\u2028radio', 'Kitchen radio'],
    ['Kitchen\u2029\u0085radio', 'Kitchen radio'],
    ['Kitchen\tradio', 'Kitchen radio'],
    ['a\0b', 'a b'],
    ['\n a\u00a0\n', 'a'],
    [`${blanks}Kitchen radio${blanks}`, 'Kitchen radio'],
  ])('%j becomes %j', (given, made) => {
    expect(z.parse(line(13), given)).toBe(made);
    expect(z.parse(lineOrNull(13), given)).toBe(made);
  });

  test('is measured as it has become', () => {
    expect(z.safeParse(line(12), 'Kitchen\nradio').success).toBe(false);
    expect(z.safeParse(lineOrNull(12), 'Kitchen\nradio').success).toBe(false);
  });

  test.each(['', ' ', '\n', '\u200b', blanks])('of which nothing is left: %j', (given) => {
    expect(z.safeParse(line(12), given).success).toBe(false);
    expect(z.parse(lineOrNull(12), given)).toBeNull();
  });
});
