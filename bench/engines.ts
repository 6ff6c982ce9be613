import { randomBytes } from 'node:crypto';
import { migrations } from '../server/src/migrations/migrations.ts';
import { openStore } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { signUp } from '../server/testing/factories.ts';
import { administer } from '../server/testing/administer.ts';
import { type Benchmark, compared, type Row } from './support/benchmark.ts';
import { repeat, send } from './support/load.ts';
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts';
import { addClips, discard, type Owner, seed, seedEnvironment } from './support/seed.ts';
import { interleave } from './support/statistics.ts';

const ROUNDS = 5;
const REQUESTS = 3000;
/** Until both sides are compiled as they stay. */
const WARM_UP = 6000;
const CONCURRENCY = 16;
const CLIPS = 1000;

async function seedPostgres(url: string): Promise<Owner> {
  const store = openStore({ DATABASE_URL: url, DATA_DIR: '' }, () => {});
  try {
    await migrate(store.db, migrations);
    const person = await signUp({ store });
    return { person, clipIds: await addClips(store.db, person.user.id, CLIPS) };
  } finally {
    await store.close();
  }
}

/** CPU microseconds the server spends on one request. */
async function cost(
  { server, owner }: { readonly server: MeasuredProcess; readonly owner: Owner },
  pathOf: (owner: Owner, index: number) => string,
  requests = REQUESTS,
): Promise<number> {
  const headers = { ...owner.person.headers };
  const before = await server.cpu();
  await repeat(requests, CONCURRENCY, (index) =>
    send(server.url + pathOf(owner, index), { headers }),
  );
  return ((await server.cpu()) - before) / requests;
}

export const engines: Benchmark = {
  name: 'engines',
  gain: 'A node on PostgreSQL serves nearly as many people as one on SQLite.',
  async run() {
    const base = process.env['TEST_DATABASE_URL'];
    if (base === undefined) {
      console.log('  left out: it needs PostgreSQL (set TEST_DATABASE_URL)');
      return [];
    }
    const database = `clipline_bench_${randomBytes(6).toString('hex')}`;
    const url = new URL(base);
    url.pathname = `/${database}`;
    await administer(base, `create database ${database}`);
    const seeded = await seed({ clips: CLIPS });
    const servers: MeasuredProcess[] = [];
    const start = async (owner: Owner, environment: Record<string, string>) => {
      const server = await startMeasured(
        new URL('../server/src/main.ts', import.meta.url),
        environment,
      );
      servers.push(server);
      return { server, owner };
    };
    try {
      const own = seedEnvironment(seeded);
      const postgres = await start(await seedPostgres(url.href), {
        ...own,
        DATABASE_URL: url.href,
      });
      const sqlite = await start(seeded, own);
      const rows: Row[] = [];
      for (const [what, path] of [
        [
          'GET one clip on PostgreSQL',
          (of: Owner, index: number) => `/api/clipboard/${of.clipIds[index % CLIPS]}`,
        ],
        ['GET a page of 20 clips on PostgreSQL', () => '/api/clipboard/history?page=1&pageSize=20'],
      ] as const) {
        for (const side of [postgres, sqlite]) await cost(side, path, WARM_UP);
        const measured = await interleave(
          ROUNDS,
          () => cost(postgres, path),
          () => cost(sqlite, path),
        );
        rows.push(
          compared(
            { what, against: 'SQLite', unit: 'µs CPU of the server a request', goal: '≤ 2.5' },
            measured,
          ),
        );
      }
      return rows;
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      discard(seeded);
      await administer(base, `drop database if exists ${database} with (force)`);
    }
  },
};
