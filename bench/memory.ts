import type { Benchmark } from './support/benchmark.ts';
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';
import { clipViewer, plainViewer, type Viewer } from './support/viewer.ts';

const SOCKETS = 5000;
const KILOBYTE = 1024;

async function perSocket(server: MeasuredProcess, connect: () => Promise<Viewer>): Promise<number> {
  // The first few pay for what all share.
  const viewers = await Promise.all(Array.from({ length: 50 }, connect));
  const before = (await server.figures()).rss;
  for (let batch = 0; batch < SOCKETS / 50; batch++)
    viewers.push(...(await Promise.all(Array.from({ length: 50 }, connect))));
  const after = (await server.figures()).rss;
  for (const viewer of viewers) viewer.close();
  return (after - before) / SOCKETS / KILOBYTE;
}

export const memory: Benchmark = {
  name: 'memory',
  gain: 'A small machine holds many people who just have a page open.',
  async run() {
    const seeded = await seed({ clips: 100 });
    const environment = seedEnvironment(seeded);
    // The first start compiles what later ones find.
    await (
      await startMeasured(new URL('../server/src/main.ts', import.meta.url), environment)
    ).stop();
    const ours = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      environment,
    );
    const theirs = await startMeasured(new URL('peers/live.ts', import.meta.url), environment);
    try {
      const idle = { ours: (await ours.figures()).rss, theirs: (await theirs.figures()).rss };
      const sockets = {
        ours: await perSocket(ours, () => clipViewer(ours.url)),
        theirs: await perSocket(theirs, () => plainViewer(theirs.url)),
      };
      const row = (
        what: string,
        unit: string,
        goal: string,
        figures: { ours: number; theirs: number },
      ) => ({
        what,
        unit,
        goal,
        against: 'bare node:http and ws',
        ours: figures.ours,
        limit: figures.theirs,
        ratio: figures.ours / figures.theirs,
      });
      const megabytes = { ours: idle.ours / KILOBYTE ** 2, theirs: idle.theirs / KILOBYTE ** 2 };
      return [
        row('memory, idle', 'MB', '≤ 120 MB', megabytes),
        row(`memory of one idle socket, of ${SOCKETS}`, 'kB', '≤ 2.7 and ≤ 20 kB', sockets),
      ];
    } finally {
      await Promise.all([ours.stop(), theirs.stop()]);
      discard(seeded);
    }
  },
};
