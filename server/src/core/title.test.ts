import { expect, test } from 'vitest';
import { titleFrom } from './title.ts';

test.each([
  [' \n\t\r\n  One \r\nTwo', 'One'],
  ['', ''],
  ['\n ', ''],
  ['😀😀😀😀', '😀😀😀'],
  ['a😀b😀', 'a😀b'],
  ['ab\ud83d', 'ab\ufffd'],
])('the title of %j is %j', (text, title) => {
  expect(titleFrom(text, 3)).toBe(title);
});
