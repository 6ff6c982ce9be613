import { beginningOf } from '@clipline/contract/text-kinds.ts';
import { diffWordsWithSpace } from 'diff';
import { type MergedLine, mergeLines } from './line-merge.ts';

export interface ChangedLine {
  readonly side: 'both' | 'earlier' | 'now';
  /** What the line of the other text has not is `isNew`. */
  readonly parts: readonly { readonly text: string; readonly isNew: boolean }[];
}

export interface SkippedLines {
  readonly skipped: number;
}

export interface TextChanges {
  readonly rows: readonly (ChangedLine | SkippedLines)[];
  /** There is more than anyone would read, and a page could show. */
  readonly isCut: boolean;
}

const AROUND = 3;
const MOST_ROWS = 1500;
/** Words are compared in lines that people write; the others are changed as a whole. */
const LONGEST_LINE = 2000;
/** Words added and removed in one line: with more, to compare them would freeze the page. */
const MOST_CHANGED_WORDS = 100;

/** A line that would freeze the page is cut. */
export const shownLine = (line: string): string => {
  const part = beginningOf(line);
  return part.length < line.length ? `${part}…` : line;
};

const whole = (side: ChangedLine['side'], line: string): ChangedLine => ({
  side,
  parts: [{ text: shownLine(line), isNew: false }],
});

function compared(then: string, now: string): [ChangedLine, ChangedLine] {
  const apart: [ChangedLine, ChangedLine] = [whole('earlier', then), whole('now', now)];
  if (Math.max(then.length, now.length) > LONGEST_LINE) return apart;
  const words = diffWordsWithSpace(then, now, { maxEditLength: MOST_CHANGED_WORDS });
  if (!words) return apart;
  const shared = words
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0);
  // Two lines that have little in common are no change of words.
  if (shared * 3 < Math.max(then.length, now.length)) return apart;
  const of = (side: 'earlier' | 'now', other: 'added' | 'removed'): ChangedLine => ({
    side,
    parts: words
      .filter((word) => !word[other])
      .map(({ value, added, removed }) => ({ text: value, isNew: added || removed })),
  });
  return [of('earlier', 'added'), of('now', 'removed')];
}

function changeOf(then: readonly string[], now: readonly string[]): ChangedLine[] {
  const pairs = then.map((line, at) => {
    const other = now[at];
    return other === undefined ? undefined : compared(line, other);
  });
  return [
    ...then.map((line, at) => pairs[at]?.[0] ?? whole('earlier', line)),
    ...now.map((line, at) => pairs[at]?.[1] ?? whole('now', line)),
  ];
}

const asUnchanged = (part: readonly string[]) => part.map((line) => whole('both', line));

function unchanged(
  lines: readonly string[],
  isFirst: boolean,
  isLast: boolean,
): (ChangedLine | SkippedLines)[] {
  const [before, after] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  // One line takes no more space than the word about it.
  if (lines.length <= before + after + 1) return asUnchanged(lines);
  return [
    ...asUnchanged(lines.slice(0, before)),
    { skipped: lines.length - before - after },
    ...asUnchanged(after === 0 ? [] : lines.slice(-after)),
  ];
}

function runsOf(lines: readonly MergedLine[]): MergedLine[][] {
  const runs: MergedLine[][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    const goesOn = last?.[0] && (last[0].side === 'both') === (line.side === 'both');
    if (goesOn) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

export function textChanges(then: string, now: string): TextChanges {
  if (then === now) return { rows: [], isCut: false };
  const runs = runsOf(mergeLines(then, now));
  const rows: (ChangedLine | SkippedLines)[] = [];
  for (const [at, run] of runs.entries()) {
    const of = (side: MergedLine['side']) =>
      run.filter((line) => line.side === side).map(({ text }) => text);
    if (run[0]?.side === 'both')
      rows.push(...unchanged(of('both'), at === 0, at + 1 === runs.length));
    else {
      const [mine, theirs] = [of('mine'), of('theirs')];
      const few = mine.length + theirs.length <= MOST_ROWS;
      const changed = few
        ? changeOf(mine, theirs)
        : [
            ...mine.map((line) => whole('earlier', line)),
            ...theirs.map((line) => whole('now', line)),
          ];
      rows.push(...changed.slice(0, MOST_ROWS + 1));
    }
    if (rows.length > MOST_ROWS) return { rows: rows.slice(0, MOST_ROWS), isCut: true };
  }
  return { rows, isCut: false };
}
