import { expect, test } from 'vitest';
import { matchesTag, requestedRange } from './headers.ts';

const all = { kind: 'all' };
const none = { kind: 'none' };
const part = (start: number, end: number) => ({ kind: 'part', start, end });

test.each([
  [undefined, 10, all],
  ['bytes=0-0', 10, part(0, 0)],
  ['bytes=0-', 10, part(0, 9)],
  ['bytes=5-', 10, part(5, 9)],
  ['bytes=-5', 10, part(5, 9)],
  ['bytes=-50', 10, part(0, 9)],
  ['bytes=3-99', 10, part(3, 9)],
  ['bytes=9-9', 10, part(9, 9)],
  ['bytes=10-', 10, none],
  ['bytes=10-20', 10, none],
  ['bytes=99999999-', 10, none],
  [`bytes=${'9'.repeat(16)}-`, 10, none],
  [`bytes=${'9'.repeat(40)}-`, 10, none],
  [`bytes=3-${'9'.repeat(40)}`, 10, part(3, 9)],
  [`bytes=-${'9'.repeat(40)}`, 10, part(0, 9)],
  ['bytes=-0', 10, none],
  ['bytes=0-', 0, none],
  ['bytes=-5', 0, none],
  ['bytes=5-3', 10, all],
  ['bytes=-', 10, all],
  ['bytes=0-1,3-4', 10, all],
  ['bytes=a-b', 10, all],
  ['lines=0-1', 10, all],
  ['bytes=0x1-2', 10, all],
  ['bytes=1.5-2', 10, all],
])('%j of %i bytes', (header, size, range) => {
  expect(requestedRange(header, size)).toEqual(range);
});

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
])('%j matches the tag "a": %j', (header, matches) => {
  expect(matchesTag(header, '"a"')).toBe(matches);
});
