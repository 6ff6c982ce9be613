import { expect, test } from 'vitest';
import { wordsOf } from './markdown-words.ts';

test.each([
  [
    '# Notes 277\n\n- what **was** said\n- [x] who does it',
    'Notes 277\n\nwhat was said\nwho does it',
  ],
  ['## A\n\n| Who | What |\n| --- | :-: |\n| Ada | `code` |', 'A\n\nWho · What\nAda · code'],
  [
    '> See [the page](https://example.com/a_b), ~~not~~ **that**\n\n![a chart](c.png)',
    'See the page, not that\n\na chart',
  ],
  ['Read *this*:\n\n```js\nconst a = b * c * d;\n```', 'Read this:\n\nconst a = b * c * d;\n'],
  ['# A\n\n1. one_two_three\n2. 2 * 3 * 4 **is** 24', 'A\n\n1. one_two_three\n2. 2 * 3 * 4 is 24'],
  ['milk\n- bread **2**', 'milk\n- bread **2**'],
])('of %j the words', (text, words) => {
  expect(wordsOf(text)).toBe(words);
});
