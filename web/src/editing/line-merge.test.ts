import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeLines } from './line-merge.ts';

const side = (mine: string, theirs: string, without: 'mine' | 'theirs') =>
  mergeLines(mine, theirs)
    .filter((line) => line.side !== without)
    .map(({ text }) => text)
    .join('\n');

describe('two texts in one', () => {
  it('holds shared lines once and marks the others', () => {
    expect(mergeLines('milk\nbutter\neggs', 'milk\nbread\neggs\nhoney')).toEqual([
      { side: 'both', text: 'milk' },
      { side: 'mine', text: 'butter' },
      { side: 'theirs', text: 'bread' },
      { side: 'both', text: 'eggs' },
      { side: 'theirs', text: 'honey' },
    ]);
  });

  it('loses no line of either, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (mine, theirs) => {
        expect(side(mine, theirs, 'theirs')).toBe(mine);
        expect(side(mine, theirs, 'mine')).toBe(theirs);
      }),
    );
  });

  it('stays quick with long texts that share nothing', () => {
    const long = (word: string) =>
      Array.from({ length: 5000 }, (_, line) => `${word} ${line}`).join('\n');
    expect(side(long('mine'), long('theirs'), 'theirs')).toBe(long('mine'));
  });
});
