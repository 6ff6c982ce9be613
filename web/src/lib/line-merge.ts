export interface MergedLine {
  readonly side: 'both' | 'mine' | 'theirs';
  readonly text: string;
}

/**
 * Above this many comparisons the texts stand after each other instead of being interleaved: it
 * would freeze the page.
 */
const MOST_COMPARISONS = 4_000_000;

/** Both texts line by line, in order: what they share once, what differs as mine, then theirs. */
export function mergeLines(mine: string, theirs: string): MergedLine[] {
  const a = mine.split('\n');
  const b = theirs.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end))
    end += 1;
  const shared = (lines: readonly string[]) =>
    lines.map((text): MergedLine => ({ side: 'both', text }));
  return [
    ...shared(a.slice(0, start)),
    ...interleave(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...shared(a.slice(a.length - end)),
  ];
}

function interleave(a: readonly string[], b: readonly string[]): MergedLine[] {
  const only = (side: 'mine' | 'theirs', lines: readonly string[]) =>
    lines.map((text): MergedLine => ({ side, text }));
  if (a.length * b.length > MOST_COMPARISONS) return [...only('mine', a), ...only('theirs', b)];
  // lengths[i][j]: the longest common run of lines of a from i and b from j.
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const merged: MergedLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      merged.push({ side: 'both', text: a[i]! });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      merged.push({ side: 'mine', text: a[i]! });
      i += 1;
    } else {
      merged.push({ side: 'theirs', text: b[j]! });
      j += 1;
    }
  }
  return merged;
}
