import { expect, test } from 'vitest';
import { expectedAddress } from './connection-sign.ts';

test.each([
  ['clips.example.com', undefined],
  ['old.example.com', 'https://clips.example.com'],
  ['192.168.1.5', undefined],
  ['[fd00::1]', undefined],
  ['nas', undefined],
])('at %s live updates need the address %s', (hostname, expected) => {
  expect(expectedAddress('https://clips.example.com', hostname)).toBe(expected);
});

test('a server that was told no address is set up for none', () => {
  expect(expectedAddress('http://localhost:3000', 'clips.example.com')).toBeUndefined();
});

test('a page that is not told where it should be says nothing of it', () => {
  expect(expectedAddress(undefined, 'old.example.com')).toBeUndefined();
});
