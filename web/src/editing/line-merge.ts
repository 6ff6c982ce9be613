import { diffArrays } from 'diff';

export interface MergedLine {
  readonly side: 'both' | 'mine' | 'theirs';
  readonly text: string;
}

/** Texts that differ in more lines stand after each other: interleaving would freeze the page. */
const MOST_CHANGES = 1000;

/** Both texts line by line, in order: what they share once, what differs as mine, then theirs. */
export function mergeLines(mine: string, theirs: string): MergedLine[] {
  const [a, b] = [mine.split('\n'), theirs.split('\n')];
  const parts = diffArrays(a, b, { maxEditLength: MOST_CHANGES }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ];
  return parts.flatMap(({ value, removed, added }) => {
    const side = removed ? 'mine' : added ? 'theirs' : 'both';
    return value.map((text): MergedLine => ({ side, text }));
  });
}
