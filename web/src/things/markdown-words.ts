import { languageOf } from '@clipline/contract/text-kinds.ts';

/** In their order: what opens a line, what stands around words, what parts the cells of a table. */
const MARKS: readonly [RegExp, string][] = [
  [/^[ \t]*(```.*|~~~.*|(?=.*--)[|: \t-]+)$\n?/gm, ''],
  [/^[ \t]*(#{1,6}|>|[-*+]( \[[ x]\])?)[ \t]+/gim, ''],
  [/!?\[([^\]\n]*)\]\([^()\s]*\)/g, '$1'],
  [/(\*\*|__|~~|`|\*)(?=\S)([^\n]*?\S)\1/g, '$2'],
  [/^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$/gm, ''],
  [/[ \t]+\|[ \t]+/g, ' · '],
];

/** Of an excerpt: its time may grow with the square of the letters in a line. */
export const withoutMarks = (text: string): string =>
  MARKS.reduce((words, [mark, instead]) => words.replace(mark, instead), text);

/** What a text in Markdown says; any other as it is. */
export const wordsOf = (text: string): string =>
  languageOf(text) === 'markdown' ? withoutMarks(text) : text;
