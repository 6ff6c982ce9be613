import { expect, test } from 'vitest';
import { cookieHeader, readCookie } from './headers.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['a=1', '1'],
  ['b=2; a=1', '1'],
  ['b=2;a=1;c=3', '1'],
  ['a=first; a=second', 'first'],
  ['a=x=y', 'x=y'],
  ['aa=1; xa=2', undefined],
  ['a', ''],
])('%j holds %j', (header, value) => {
  expect(readCookie(header, 'a')).toBe(value);
});

test('a cookie is out of reach of scripts and of other sites', () => {
  expect(cookieHeader('a', 'x', { secure: false, maxAgeSeconds: 5 })).toBe(
    'a=x; Path=/; Max-Age=5; HttpOnly; SameSite=Lax',
  );
  expect(cookieHeader('a', '', { secure: true, maxAgeSeconds: 0 })).toBe(
    'a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
  );
});
