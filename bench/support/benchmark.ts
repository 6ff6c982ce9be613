import { median } from './statistics.ts';

/** One line of the table: what was measured against which limit, in the same run. */
export interface Row {
  readonly what: string;
  readonly against: string;
  readonly unit: string;
  readonly ours: number;
  /** Undefined where there is nothing to compare with. */
  readonly limit?: number;
  readonly ratio?: number;
  /** Smallest and largest ratio over the rounds. */
  readonly spread?: readonly [number, number];
  /** Such as '≤ 2.0' for the ratio, or for our figure where there is no ratio. */
  readonly goal?: string;
}

export interface Benchmark {
  readonly name: string;
  /** What a person gains when these figures are good. */
  readonly gain: string;
  run(): Promise<Row[]>;
}

/** A row from rounds of both sides; the ratio is the median of the rounds' ratios. */
export function compared(
  row: Pick<Row, 'what' | 'against' | 'unit' | 'goal'>,
  { ours, theirs }: { ours: number[]; theirs: number[] },
): Row {
  const ratios = ours.map((value, round) => value / (theirs[round] as number));
  return {
    ...row,
    ours: median(ours),
    limit: median(theirs),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}
