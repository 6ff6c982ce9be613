import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Row } from './support/benchmark.ts';
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

/** What began with the start has come to rest by then. */
const REST_MS = 60_000;

/** Resident kB of a process and all that it began. */
function residentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const begun = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  return begun
    .split(' ')
    .reduce((sum, child) => sum + (child ? residentOf(Number(child)) : 0), own);
}

/** npm and the server, as an operator starts them. Only Linux tells. */
async function startRow(): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-bench-'));
  const { HOME = '' } = process.env;
  // An operator's npm runs with the node of their machine.
  const PATH = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((each) => !each.includes('node_modules'))
    .join(path.delimiter);
  const npm = spawn('npm', ['--silent', 'start'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH, HOME, DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(npm, 'exit');
  try {
    await once(createInterface({ input: npm.stdout }), 'line');
    await delay(REST_MS);
    const ours = residentOf(npm.pid ?? 0) / KILOBYTE;
    const what = 'all processes of npm start, after a minute at rest';
    return [{ what, against: '', unit: 'MB', ours, goal: '≤ 160 MB' }];
  } finally {
    npm.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
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
        row('memory, idle', 'MB', '≤ 130 MB', megabytes),
        row(`memory of one idle socket, of ${SOCKETS}`, 'kB', '≤ 2.7 and ≤ 22 kB', sockets),
        ...(await startRow()),
      ];
    } finally {
      await Promise.all([ours.stop(), theirs.stop()]);
      discard(seeded);
    }
  },
};
