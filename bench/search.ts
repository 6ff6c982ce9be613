import type { Benchmark, Row } from './support/benchmark.ts';
import { send } from './support/load.ts';
import { startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';
import { median } from './support/statistics.ts';

const REPEATS = 40;
const SIZES = [1000, 100_000];

const cases = [
  { what: 'first page', query: 'page=1&pageSize=20', goal: '≤ 2.0' },
  { what: 'search that finds a page', query: 'page=1&pageSize=20&search=kitchen%20garden' },
  { what: 'search without a hit', query: 'page=1&pageSize=20&search=zebra', limitMs: 60 },
];

/** Median ms of each case with so many clips of one person, and the longest a call of somebody else waited meanwhile. */
async function measure(clips: number): Promise<{ ms: number[]; waited: number }> {
  const seeded = await seed({ clips });
  const server = await startMeasured(new URL('../server/src/main.ts', import.meta.url), seedEnvironment(seeded));
  const headers = { ...seeded.person.headers };
  const ms: number[] = [];
  try {
    for (const { query } of cases) {
      const times: number[] = [];
      for (let turn = 0; turn < REPEATS + 5; turn++) {
        const start = performance.now();
        await send(`${server.url}/api/clipboard/history?${query}`, { headers });
        if (turn >= 5) times.push(performance.now() - start);
      }
      ms.push(median(times));
    }
    const waits: number[] = [];
    for (let turn = 0; turn < REPEATS; turn++) {
      const search = send(`${server.url}/api/clipboard/history?${cases[2]?.query}`, { headers });
      const start = performance.now();
      await send(`${server.url}/healthz`);
      waits.push(performance.now() - start);
      await search;
    }
    return { ms, waited: Math.max(...waits) };
  } finally {
    await server.stop();
    discard(seeded);
  }
}

export const search: Benchmark = {
  name: 'search',
  gain: 'A history of years stays as quick as one of days.',
  async run() {
    const [small, large] = [await measure(SIZES[0] as number), await measure(SIZES[1] as number)];
    const rows: Row[] = cases.map(({ what, goal, limitMs }, index) => {
      const [ours, limit] = [large.ms[index] as number, small.ms[index] as number];
      const row = { what: `${what}, 100,000 clips`, against: 'the same with 1,000', unit: 'ms', ours, limit, ratio: ours / limit };
      return limitMs === undefined ? { ...row, ...(goal && { goal }) } : { ...row, goal: `≤ ${limitMs} ms` };
    });
    const waited = { what: 'longest wait of another call during a search, 100,000 clips', against: 'the same with 1,000', unit: 'ms' };
    return [...rows, { ...waited, ours: large.waited, limit: small.waited, ratio: large.waited / small.waited, goal: '≤ 60 ms' }];
  },
};
