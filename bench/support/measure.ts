import { options } from './options.ts';

/** The builds, and what they are held against if there is such a thing: its name is the key. */
export type Sides<T> = Readonly<Record<string, T>>;

interface Row {
  readonly unit: string;
  /** Such as '≤ 2.3': of the ratio, or of the figure itself where nothing is beside it. */
  readonly goal: string;
  readonly rounds?: number;
  /** Rounds before the first that counts, in which code is compiled and caches are filled. */
  readonly warmUp?: number;
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};
export const median = (values: readonly number[]): number => quantile(values, 0.5);

const short = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString();

const widths = [58, 8, 9, ...(options.against === undefined ? [] : [9]), 18, 7, 8];
const print = (cells: readonly string[]) =>
  console.log(
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join(' '),
  );
const withBefore = (before: string) => (options.against === undefined ? [] : [before]);

let isBegun = false;

/**
 * One row of the table. The sides take turns, so that what else the machine does hits all alike;
 * the ratio is the median of the rounds' ratios.
 */
export async function measure<T>(
  what: string,
  { unit, goal, rounds = 5, warmUp = 1 }: Row,
  sides: Sides<T>,
  figureOf: (side: T) => Promise<number>,
): Promise<void> {
  const figures: Record<string, number[]> = {};
  for (let round = -warmUp; round < rounds; round++)
    for (const [name, side] of Object.entries(sides)) {
      const figure = await figureOf(side);
      if (round >= 0) (figures[name] ??= []).push(figure);
    }
  if (!isBegun) print(['', 'unit', 'here', ...withBefore('before'), 'against', 'ratio', 'goal']);
  isBegun = true;
  const { here = [], before = [] } = figures;
  const peer = Object.keys(figures).find((name) => name !== 'here' && name !== 'before');
  const theirs = figures[peer ?? ''] ?? [];
  const ratio = median(here.map((value, round) => value / (theirs[round] ?? Number.NaN)));
  const judged = peer === undefined ? median(here) : ratio;
  const bound = Number(goal.slice(2));
  const isReached = goal.startsWith('≤') ? judged <= bound : judged >= bound;
  print([
    what,
    unit,
    short(median(here)),
    ...withBefore(before.length > 0 ? short(median(before)) : ''),
    peer === undefined ? '' : `${short(median(theirs))} ${peer}`,
    peer === undefined ? '' : ratio.toFixed(2),
    goal,
    isReached ? '' : 'missed',
  ]);
}

/** The same made of each side. */
export async function each<T, U>(
  sides: Sides<T>,
  make: (side: T) => Promise<U> | U,
): Promise<Sides<U>> {
  const made: Record<string, U> = {};
  for (const [name, side] of Object.entries(sides)) made[name] = await make(side);
  return made;
}
