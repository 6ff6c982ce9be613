import { atOnce, searchWords } from '@clipline/contract/folding.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { matchOf } from '../server/src/modules/search/matches.ts';
import { type Benchmark, compared, type Row } from './support/benchmark.ts';
import { repeat, send, timed } from './support/load.ts';
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts';
import { discard, type Owner, seedEnvironment, seedPeople } from './support/seed.ts';
import { interleave, median } from './support/statistics.ts';

const CLIPS = [1000, 10_000, 100_000];
const OTHERS = 1000;
const ROUNDS = 5;
const REQUESTS = 1500;
const WARM_UP = 3000;
const CONCURRENCY = 16;
const SEARCHES = 40;

const MAIN = new URL('../server/src/main.ts', import.meta.url);
const history = (query: string) => `/api/clipboard/history?${query}`;
const count = (clips: number) => clips.toLocaleString('en');

const pages = [
  { what: 'a page of 20', path: history('page=1&pageSize=20') },
  { what: 'the 50 newest', path: history('page=1&pageSize=50') },
];
/** What shows the last page, and one page with the count of each filter. */
const filters = ['type=text', 'type=file', 'favorite=true', 'dateRange=week'];
const NO_HIT = history('page=1&pageSize=20&search=zebra');
const HIT = history('page=1&pageSize=20&search=kitchen%20garden');

/** CPU µs of a request of one of the people. */
async function cost(server: MeasuredProcess, { person }: Owner, path: string): Promise<number> {
  const before = await server.cpu();
  await repeat(REQUESTS, CONCURRENCY, () =>
    send(server.url + path, { headers: { ...person.headers } }),
  );
  return ((await server.cpu()) - before) / REQUESTS;
}

async function pageRows(server: MeasuredProcess, owners: readonly Owner[]): Promise<Row[]> {
  const [small, ...larger] = owners as [Owner, ...Owner[]];
  const rows: Row[] = [];
  for (const { what, path } of pages) {
    await repeat(WARM_UP, CONCURRENCY, () =>
      send(server.url + path, { headers: { ...small.person.headers } }),
    );
    for (const owner of larger) {
      const measured = await interleave(
        ROUNDS,
        () => cost(server, owner, path),
        () => cost(server, small, path),
      );
      const row = {
        what: `${what} of ${count(owner.clipIds.length)} clips`,
        against: `the same of ${count(small.clipIds.length)}`,
      };
      rows.push(compared({ ...row, unit: 'µs CPU a request', goal: '≤ 1.3' }, measured));
    }
  }
  return rows;
}

/** Ms of a read that counts or passes over many clips, and the longest turn of the loop by it. */
async function farRows(server: MeasuredProcess, { person, clipIds }: Owner): Promise<Row[]> {
  const headers = { ...person.headers };
  const last = Math.ceil(clipIds.length / 20);
  const asked = [
    { what: 'the last page of 20', path: history(`page=${last}&pageSize=20`) },
    ...filters.map((filter) => ({
      what: `a page and the count with ${filter}`,
      path: history(`page=1&pageSize=20&${filter}`),
    })),
  ];
  const rows: Row[] = [];
  for (const { what, path } of asked) {
    const times: number[] = [];
    const turns: number[] = [];
    for (let turn = 0; turn < SEARCHES; turn++) {
      await server.hold();
      times.push(await timed(() => send(server.url + path, { headers })));
      turns.push((await server.hold()) / 1000);
    }
    const row = { what: `${what}, of ${count(clipIds.length)} clips`, against: '', unit: 'ms' };
    rows.push({ ...row, ours: median(times), goal: '≤ 15 ms' });
    const longest = { ...row, what: `${row.what}: longest turn`, ours: median(turns) };
    rows.push({ ...longest, goal: '≤ 20 ms' });
  }
  return rows;
}

async function searchRows(server: MeasuredProcess, { person, clipIds }: Owner): Promise<Row[]> {
  const headers = { ...person.headers };
  const typical = async (path: string) => {
    const times: number[] = [];
    for (let turn = 0; turn < SEARCHES; turn++)
      times.push(await timed(() => send(server.url + path, { headers })));
    return median(times);
  };
  const waits: number[] = [];
  await typical(NO_HIT);
  for (let turn = 0; turn < SEARCHES; turn++) {
    const searching = send(server.url + NO_HIT, { headers });
    const start = performance.now();
    await send(`${server.url}/healthz`);
    waits.push(performance.now() - start);
    await searching;
  }
  const of = `of ${count(clipIds.length)} clips`;
  return [
    {
      what: `search that finds nothing, ${of}`,
      against: '',
      unit: 'ms',
      ours: await typical(NO_HIT),
      goal: '≤ 60 ms',
    },
    { what: `search that finds a page, ${of}`, against: '', unit: 'ms', ours: await typical(HIT) },
    {
      what: `longest wait of another call meanwhile, ${of}`,
      against: '',
      unit: 'ms',
      ours: Math.max(...waits),
      goal: '≤ 60 ms',
    },
  ];
}

/**
 * What it costs to tell where a search found each clip of a page: that work alone, on what the
 * server sent, taken off the time of the search.
 */
async function markRow(server: MeasuredProcess, { person, clipIds }: Owner): Promise<Row> {
  const headers = { ...person.headers };
  const words = searchWords('kitchen garden');
  const search = async () => {
    const start = performance.now();
    const { clips } = (await (await fetch(server.url + HIT, { headers })).json()) as {
      clips: { content: string }[];
    };
    return { ms: performance.now() - start, clips };
  };
  for (let turn = 0; turn < SEARCHES; turn++) await search();
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < SEARCHES; turn++) {
    const { ms, clips } = await search();
    const start = performance.now();
    for (const { content } of clips) atOnce(matchOf({ text: content, names: [] }, words));
    ours.push(ms);
    theirs.push(ms - (performance.now() - start));
  }
  const of = `of ${count(clipIds.length)} clips`;
  return compared(
    {
      what: `search that tells where, ${of}`,
      against: 'the same without',
      unit: 'ms',
      goal: '≤ 1.3',
    },
    { ours, theirs },
  );
}

/** Ms from the start of the process to the first answer. */
async function startAndAsk(
  environment: Record<string, string>,
  { person, clipIds }: Owner,
): Promise<number> {
  const start = performance.now();
  const server = await startMeasured(MAIN, environment);
  await send(`${server.url}/api/clipboard/${clipIds[0]}`, { headers: { ...person.headers } });
  const ms = performance.now() - start;
  await server.stop();
  return ms;
}

async function printLine(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--eval', 'console.log("ready")'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const ms = performance.now() - start;
  await ended;
  return ms;
}

async function startRow(environment: Record<string, string>, owner: Owner): Promise<Row> {
  const { ours, theirs } = await interleave(
    ROUNDS,
    () => startAndAsk(environment, owner),
    printLine,
  );
  const what = `start to first answer, ${count(owner.clipIds.length)} clips`;
  const row = compared({ what, against: 'node printing a line', unit: 'ms' }, { ours, theirs });
  return {
    ...row,
    goal: `≤ 600 ms more (${Math.round(median(ours.map((ms, round) => ms - (theirs[round] ?? 0))))} ms more)`,
  };
}

export const growth: Benchmark = {
  name: 'growth',
  gain: 'A history of years stays as quick as one of days, and the service is back at once after an update.',
  async run() {
    const { dataDir, owners } = await seedPeople(CLIPS, OTHERS);
    const environment = seedEnvironment({ dataDir });
    const largest = owners.at(-1) as Owner;
    const server = await startMeasured(MAIN, environment);
    let isRunning = true;
    try {
      const rows = [
        ...(await pageRows(server, owners)),
        ...(await searchRows(server, largest)),
        await markRow(server, owners[1] as Owner),
        // Last: to look for long turns keeps the server busy.
        ...(await farRows(server, largest)),
      ];
      await server.stop();
      isRunning = false;
      return [...rows, await startRow(environment, largest)];
    } finally {
      if (isRunning) await server.stop();
      discard({ dataDir });
    }
  },
};
