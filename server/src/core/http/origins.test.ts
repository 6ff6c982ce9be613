import { expect, test } from 'vitest';
import { isOwnHost, isTrustedOrigin, tellRefused } from './origins.ts';

const PUBLIC_URL = 'https://clips.example.com';
const own = { PUBLIC_URL, CORS_ORIGINS: ['https://partner.example'] };

test.each([
  ['clips.example.com', true],
  ['CLIPS.example.com', true],
  ['clips.example.com.', true],
  ['clips.example.com:8080', true],
  ['localhost:3000', true],
  ['clipline:3000', true],
  ['192.168.1.5:3000', true],
  ['8.8.8.8', true],
  ['[fd00::1]:3000', true],
  ['[::1]', true],
  ['nas.local', true],
  ['nas.local:3000', true],
  ['clips.lan', true],
  ['box.home.arpa', true],
  ['app.internal', true],
  ['app.localhost', true],
  ['evil.example', false],
  ['clips.example.com.evil.example', false],
  ['notclips.example.com', false],
  ['evil.local.example', false],
  ['192.168.1.5.evil.example', false],
  ['a@192.168.1.5', false],
  ['192.168.1.5/evil.example', false],
  ['', false],
  [undefined, false],
])('the host %s may be ours: %s', (host, expected) => {
  expect(isOwnHost(host, PUBLIC_URL)).toBe(expected);
});

test.each<[string | undefined, string, boolean]>([
  [undefined, 'anything.example', true],
  ['https://clips.example.com', 'clipline:3000', true],
  ['https://clips.example.com', 'evil.example', true],
  ['https://partner.example', 'clips.example.com', true],
  ['http://192.168.1.5:3000', '192.168.1.5:3000', true],
  ['https://192.168.1.5', '192.168.1.5:443', true],
  ['http://nas.local', 'nas.local', true],
  ['http://[fd00::1]:3000', '[fd00::1]:3000', true],
  ['http://localhost:3000', 'localhost:3000', true],
  ['null', '192.168.1.5:3000', false],
  ['', '192.168.1.5:3000', false],
  ['http://192.168.1.5:3001', '192.168.1.5:3000', false],
  ['http://192.168.1.6:3000', '192.168.1.5:3000', false],
  ['http://evil.example', '192.168.1.5:3000', false],
  ['http://evil.example', 'evil.example', false],
  ['https://clips.example.com.evil.example', 'clips.example.com', false],
  ['http://partner.example', 'clips.example.com', false],
  ['https://PARTNER.example', 'clips.example.com', false],
  ['file://', 'localhost:3000', false],
])('a page of %s that reached %s is trusted: %s', (origin, host, expected) => {
  expect(isTrustedOrigin(origin, host, own)).toBe(expected);
});

test('the operator is told once of each origin that is refused', () => {
  const lines: string[] = [];
  const tell = tellRefused(own, (line) => lines.push(line));
  for (const origin of ['https://old.example', 'https://old.example', undefined, '\u009b31m'])
    tell(origin);
  for (let count = 0; count < 200; count++) tell(`https://${count}.example`);
  expect(lines.slice(0, 2)).toEqual([
    `Origin https://old.example refused, PUBLIC_URL is ${own.PUBLIC_URL}`,
    `Origin \\u{9b}31m refused, PUBLIC_URL is ${own.PUBLIC_URL}`,
  ]);
  expect(lines).toHaveLength(100);
});
