import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textChanges, type ChangedLine } from './text-changes.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);
const textOf = ({ parts }: ChangedLine) => parts.map(({ text }) => text).join('');
const shown = (then: string, now: string) =>
  textChanges(then, now).rows.map((row) =>
    'skipped' in row
      ? row.skipped
      : `${{ both: ' ', earlier: '-', now: '+' }[row.side]}${textOf(row)}`,
  );

describe('what changed between two texts', () => {
  it('is nothing where they are the same', () => {
    expect(textChanges('a\nb', 'a\nb')).toEqual({ rows: [], isCut: false });
  });

  it('is cut where there are hundreds of thousands of lines', () => {
    const { rows, isCut } = textChanges('a\n'.repeat(250_000), 'b\n'.repeat(250_000));
    expect([rows.length, isCut]).toEqual([1500, true]);
  });

  it('of a line with very many changed words is the whole line', () => {
    const words = (odd: string) => Array.from({ length: 120 }, (_, at) => (at % 2 ? odd : 'same'));
    const line = (odd: string, others: number) =>
      [...words(odd), ...Array.from({ length: others }, () => 'word')].join(' ');
    const partsOf = (others: number, changed: number) => {
      const now = line('new', others).split(' ');
      now[1] = 'old';
      for (let at = 1; at < 120 - changed * 2; at += 2) now[at] = 'old';
      const { rows } = textChanges(line('old', others), now.join(' '));
      return rows.map((row) => ('parts' in row ? row.parts.length : 0));
    };
    // Words are compared by what is between them too.
    expect(partsOf(100, 10).every((parts) => parts > 1)).toBe(true);
    expect(partsOf(100, 60)).toEqual([1, 1]);
  });

  it('is told with the lines around it, and how many are left out', () => {
    const then = numbered(40);
    const now = [...then];
    now[20] = 'another';
    expect(shown(then.join('\n'), now.join('\n'))).toEqual([
      17,
      ' line 17',
      ' line 18',
      ' line 19',
      '-line 20',
      '+another',
      ' line 21',
      ' line 22',
      ' line 23',
      16,
    ]);
  });

  it('marks the words that differ, and not those of lines that share little', () => {
    const { rows } = textChanges('Meet on Tuesday at noon 🎉', 'Meet on Friday at noon 🎉');
    expect(rows).toEqual([
      {
        side: 'earlier',
        parts: [
          { text: 'Meet on ', isNew: false },
          { text: 'Tuesday', isNew: true },
          { text: ' at noon 🎉', isNew: false },
        ],
      },
      {
        side: 'now',
        parts: [
          { text: 'Meet on ', isNew: false },
          { text: 'Friday', isNew: true },
          { text: ' at noon 🎉', isNew: false },
        ],
      },
    ]);
    const other = textChanges('completely different', 'nothing like it');
    expect(other.rows.every((row) => !('skipped' in row) && row.parts.length === 1)).toBe(true);
  });

  it('ends where no one would read on', () => {
    const { rows, isCut } = textChanges(
      numbered(5000).join('\n'),
      numbered(5000)
        .map((line) => `${line}!`)
        .join('\n'),
    );
    expect([rows.length, isCut]).toEqual([1500, true]);
  });

  it('loses no line of either text', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c d', 'c e', ''), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (then, now) => {
        const { rows } = textChanges(then.join('\n'), now.join('\n'));
        if (rows.some((row) => 'skipped' in row) || rows.length === 0) return;
        const of = (side: 'earlier' | 'now') =>
          rows
            .filter((row): row is ChangedLine => !('skipped' in row))
            .filter((row) => row.side === 'both' || row.side === side)
            .map(textOf)
            .join('\n');
        expect([of('earlier'), of('now')]).toEqual([then.join('\n'), now.join('\n')]);
      }),
    );
  });
});
