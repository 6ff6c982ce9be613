import { expect, test } from 'vitest';
import { isUpToDate } from './versions.ts';

// The text was last changed in version 3; two changes of files followed.
const clip = { version: 5, content_version: 3 };

test.each([
  [undefined, true],
  ['*', true],
  ['"2"', false],
  ['"3"', true],
  ['4', true],
  ['W/"5"', true],
  ['"6"', false],
  ['"0"', false],
])('If-Match %j: %j', (header, passes) => {
  expect(isUpToDate(header, clip)).toBe(passes);
});
