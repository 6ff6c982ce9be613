import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceName, nameOfUserAgent } from './device-names.ts';

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  ['curl/8.5.0', 'Another device'],
  [undefined, 'Another device'],
])('%s is called %s', (userAgent, name) => {
  expect(nameOfUserAgent(userAgent)).toBe(name);
});

test.each([
  ["Anna's phone", "Anna's phone"],
  ['  a \n\t b  ', 'a b'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['a\u0000b\u200bc', 'abc'],
  ['<b>x</b>', '<b>x</b>'],
  ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ['x'.repeat(500), 'x'.repeat(60)],
  ['', undefined],
  [' \u200b ', undefined],
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
