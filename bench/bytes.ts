import { KB, weights } from '../scripts/weights.mjs';
import type { Benchmark } from './support/benchmark.ts';

export const bytes: Benchmark = {
  name: 'bytes',
  gain: 'The first visit is quick on a slow phone too.',
  run: async () =>
    weights().map(({ what, bytes: weight, budget }) => ({
      what,
      against: 'its budget',
      unit: 'kB gzip',
      ours: weight / KB,
      limit: budget / KB,
      ratio: weight / budget,
      goal: '≤ 1',
    })),
};
