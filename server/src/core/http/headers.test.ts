import { expect, test } from 'vitest';
import { acceptedBy, cookieHeader, deviceOf, isUpToDate, readCookie } from './headers.ts';

test.each([
  [undefined, ['']],
  ['', ['']],
  ['gzip', ['gzip']],
  ['GZIP , br', ['gzip', 'br']],
  ['a;q=0.5, b;level=1;q=0.9 , c', ['c', 'b', 'a']],
  ['a; q=0.5,b ;q=0.5', ['a', 'b']],
  ['a;q=0, b;q=x, c;q=-1', []],
])('%j takes %j', (header, names) => expect(acceptedBy(header)).toEqual(names));

test('of a long header the beginning is read', () => {
  const names = acceptedBy(`br,gzip;q=0.5${','.repeat(16_000)}deflate`);
  expect(names.length).toBeLessThan(600);
  expect([names[0], names.at(-1)]).toEqual(['br', 'gzip']);
});

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

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['Mozilla/5.0', undefined],
  ['', undefined],
  ['<script>alert(1)</script>', undefined],
])('%s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test.each([
  ['"2"', false],
  ['"3"', true],
  ['W/"4"', true],
  ['5', true],
  ['"6"', false],
  ['0', false],
  ['*', true],
  [undefined, true],
])('what was written upon %s', (ifMatch, passes) => {
  // The text was last changed in version 3; two changes of files followed.
  expect(isUpToDate(ifMatch, 5, 3)).toBe(passes);
});
