import { readFileSync } from 'node:fs';
import path from 'node:path';

export const callers = ['anonymous', 'stranger', 'former', 'member', 'owner', 'holder'] as const;
export type Caller = (typeof callers)[number];

export interface AccessRow {
  /** The call, `GET /rooms`, or the event. */
  readonly what: string;
  readonly about: string;
  /** By caller; without those that there are not. */
  readonly expected: ReadonlyMap<Caller, string>;
}

const page = path.resolve(import.meta.dirname, '..', '..', 'docs', 'access.md');

/** The table under a heading of docs/access.md. */
export function accessTable(heading: string): AccessRow[] {
  const section =
    readFileSync(page, 'utf8')
      .split(/^## /m)
      .find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const [head, , ...lines] = section.split('\n').filter((line) => line.startsWith('|'));
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  if (
    cells(head ?? '')
      .slice(2)
      .join() !== callers.join()
  )
    throw new Error(`No table of callers under ${heading}`);
  return lines.map((line) => {
    const [what = '', about = '', ...verdicts] = cells(line);
    const expected = callers
      .map((caller, index) => [caller, verdicts[index] ?? ''] as const)
      .filter(([, answer]) => answer !== '·');
    return { what, about, expected: new Map(expected) };
  });
}
