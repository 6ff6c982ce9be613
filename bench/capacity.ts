import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openStore } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { type Person, signUp } from '../server/testing/factories.ts';
import { administer } from '../server/testing/administer.ts';
import type { Benchmark, Row } from './support/benchmark.ts';
import { repeat, send } from './support/load.ts';
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts';
import { addClips } from './support/seed.ts';
import { median } from './support/statistics.ts';
import { clipViewer, type Viewer } from './support/viewer.ts';

const PEOPLE = 50;
const CLIPS_EACH = 100;
const ROUNDS = 3;
const READS = 2000;
const SAVES = 300;
const VIEWERS = 500;
const SAVES_WATCHED = 40;
const CONCURRENCY = 16;
/** As the kernel counts processor time. */
const TICK_MICROSECONDS = 10_000;

const url = process.env['TEST_DATABASE_URL'];
const redisUrl = process.env['TEST_REDIS_URL'];

/**
 * Processor time so far of the database's processes that work for us, in µs; undefined where the
 * system does not tell or is another.
 */
async function databaseCpu(own: string): Promise<number | undefined> {
  const rows = await administer<{ pid: number }>(
    own,
    `select pid from pg_stat_activity where application_name = 'clipline' and datname = current_database()`,
  );
  try {
    const ticks = rows.map(({ pid }) => {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [user, system] = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13);
      return Number(user) + Number(system);
    });
    return ticks.reduce((sum, each) => sum + each, 0) * TICK_MICROSECONDS;
  } catch {
    return undefined;
  }
}

interface Cluster {
  readonly busy: MeasuredProcess;
  readonly idle: MeasuredProcess;
  /** Its URL. */
  readonly database: string;
  readonly people: { readonly person: Person; readonly clipIds: readonly string[] }[];
}

interface Cost {
  readonly busy: number;
  readonly idle: number;
  readonly database: number | undefined;
}

/** What the work costs each of them for one of so many, in µs. */
async function costOf(
  { busy, idle, database }: Cluster,
  times: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const read = async () => ({
    busy: await busy.cpu(),
    idle: await idle.cpu(),
    database: await databaseCpu(database),
  });
  const before = await read();
  await work();
  const after = await read();
  const spent =
    after.database === undefined || before.database === undefined
      ? undefined
      : (after.database - before.database) / times;
  return {
    busy: (after.busy - before.busy) / times,
    idle: (after.idle - before.idle) / times,
    database: spent,
  };
}

async function medianCost(
  cluster: Cluster,
  times: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const rounds: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await costOf(cluster, times, work));
  const known = rounds.flatMap(({ database }) => (database === undefined ? [] : [database]));
  return {
    busy: median(rounds.map((each) => each.busy)),
    idle: median(rounds.map((each) => each.idle)),
    database: known.length > 0 ? median(known) : undefined,
  };
}

async function start(name: string): Promise<Cluster> {
  const own = new URL(String(url));
  own.pathname = `/${name}`;
  const environment = {
    DATABASE_URL: own.href,
    REDIS_URL: String(redisUrl),
    APP_SECRET: randomBytes(32).toString('base64url'),
  };
  const store = openStore({ DATABASE_URL: own.href, DATA_DIR: tmpdir() }, () => {});
  await migrate(store.db);
  const people: Cluster['people'] = [];
  for (let index = 0; index < PEOPLE; index++) {
    const person = await signUp({ store });
    people.push({ person, clipIds: await addClips(store.db, person.user.id, CLIPS_EACH) });
  }
  await store.close();
  const main = new URL('../server/src/main.ts', import.meta.url);
  const [busy, idle] = await Promise.all([
    startMeasured(main, environment),
    startMeasured(main, environment),
  ]);
  await administer(own.href, 'vacuum analyze');
  return { busy, idle, database: own.href, people };
}

async function measure(cluster: Cluster): Promise<Row[]> {
  const { busy, people, database } = cluster;
  const row = (what: string, unit: string, ours: number): Row => ({
    what,
    unit,
    ours,
    against: '',
  });
  const turnOf = (index: number) => {
    const { person, clipIds } = people[index % PEOPLE] as Cluster['people'][number];
    return {
      headers: { ...person.headers, 'content-type': 'application/json' },
      clipId: clipIds[index % CLIPS_EACH] as string,
    };
  };
  const page = (index: number) =>
    send(`${busy.url}/api/clipboard/history?page=1&pageSize=20`, {
      headers: turnOf(index).headers,
    });
  let saved = 0;
  const save = (index: number) => {
    const { headers, clipId } = turnOf(index);
    return send(`${busy.url}/api/clipboard/${clipId}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ content: `save ${++saved} ${'x'.repeat(200)}` }),
    });
  };
  const rows = await administer<{ bytes: string }>(
    database,
    `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`,
  );
  await repeat(READS, CONCURRENCY, page);
  await repeat(SAVES, CONCURRENCY, save);
  const reading = await medianCost(cluster, READS, () => repeat(READS, CONCURRENCY, page));
  const saving = await medianCost(cluster, SAVES, () => repeat(SAVES, CONCURRENCY, save));

  const viewers: Viewer[] = [];
  const { clipId } = turnOf(0);
  while (viewers.length < VIEWERS)
    viewers.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => clipViewer(busy.url, clipId)))),
    );
  const watched = await medianCost(cluster, SAVES_WATCHED, async () => {
    for (let turn = 0; turn < SAVES_WATCHED; turn++) {
      let missing = VIEWERS;
      const arrived = new Promise<void>((resolve) => {
        for (const viewer of viewers) viewer.onNews = () => (missing -= 1) === 0 && resolve();
      });
      await Promise.all([save(0), arrived]);
    }
  });
  for (const viewer of viewers) viewer.close();

  const figures = [
    row('a page of 20 clips, on the node', 'µs CPU', reading.busy),
    row('a save, on the node', 'µs CPU', saving.busy),
    row('a save, on every other node', 'µs CPU', Math.max(0, saving.idle)),
    row('one delivery to one socket', 'µs CPU', (watched.busy - saving.busy) / VIEWERS),
    row(
      `the database, for a clip of 200 bytes, of ${PEOPLE * CLIPS_EACH}`,
      'bytes',
      Number(rows[0]?.bytes) / (PEOPLE * CLIPS_EACH),
    ),
  ];
  if (reading.database !== undefined)
    figures.push(row('a page of 20 clips, in the database', 'µs CPU', reading.database));
  if (saving.database !== undefined)
    figures.push(row('a save, in the database', 'µs CPU', saving.database));
  return figures;
}

/** What docs/capacity.md reckons with. */
export const capacity: Benchmark = {
  name: 'capacity',
  gain:
    url && redisUrl
      ? 'How far one node of a cluster reaches.'
      : 'Left out: it needs TEST_DATABASE_URL and TEST_REDIS_URL.',
  async run() {
    if (!url || !redisUrl) return [];
    const name = `clipline_bench_${randomBytes(8).toString('hex')}`;
    await administer(url, `create database ${name}`);
    try {
      const cluster = await start(name);
      try {
        return await measure(cluster);
      } finally {
        await Promise.all([cluster.busy.stop(), cluster.idle.stop()]);
      }
    } finally {
      await administer(url, `drop database if exists ${name} with (force)`);
    }
  },
};
