import { randomBytes } from 'node:crypto';
import { administer } from '../server/testing/administer.ts';
import { cost, repeat, send } from './support/calls.ts';
import { each, measure, type Sides } from './support/measure.ts';
import { sized } from './support/options.ts';
import { addClips, addPerson } from './support/people.ts';
import {
  builds,
  freshFolder,
  type Program,
  startBuilds,
  startPeer,
  startProduct,
} from './support/programs.ts';

const CLIPS = sized(1000);
const REQUESTS = sized(500);
const AT_ONCE = 16;
/** Many short rounds, and many before them: until the sides are compiled as they stay. */
const ROUNDS = { rounds: 21, warmUp: 12 };

interface Reader {
  readonly program: Program;
  readonly headers: Record<string, string>;
  readonly one: (index: number) => string;
  readonly page: string;
}

const fill = async (product: Program) => {
  const person = await addPerson(product);
  return { person, ids: await addClips(product, person, CLIPS) };
};
type Filled = Awaited<ReturnType<typeof fill>>;

const readerOf = (program: Program, { person: { headers }, ids }: Filled): Reader => ({
  program,
  headers,
  one: (index) => `/api/clipboard/${ids[index % CLIPS]}`,
  page: '/api/clipboard/history?page=1&pageSize=20',
});

async function rows(where: string, goals: readonly [string, string], sides: Sides<Reader>) {
  const costOf = async ({ program, headers }: Reader, path: (index: number) => string) =>
    (await cost(program, () =>
      repeat(REQUESTS, AT_ONCE, (index) => send(program.url + path(index), { headers })),
    )) / REQUESTS;
  const row = { unit: 'µs CPU', ...ROUNDS };
  await measure(`GET one clip${where}`, { ...row, goal: goals[0] }, sides, (side) =>
    costOf(side, side.one),
  );
  await measure(`GET a page of 20${where}`, { ...row, goal: goals[1] }, sides, (side) =>
    costOf(side, () => side.page),
  );
}

/** Each build on a database of its own. */
async function onPostgres(url: string, sqlite: Reader): Promise<void> {
  const databases: string[] = [];
  const sides: Record<string, Reader> = {};
  const started: Program[] = [];
  try {
    for (const [name, checkout] of Object.entries(builds)) {
      const database = `clipline_bench_${randomBytes(6).toString('hex')}`;
      await administer(url, `create database ${database}`);
      databases.push(database);
      const its = new URL(url);
      its.pathname = database;
      const program = await startProduct(checkout, freshFolder(), { DATABASE_URL: its.href });
      started.push(program);
      sides[name] = readerOf(program, await fill(program));
    }
    await rows(', on PostgreSQL', ['≤ 3', '≤ 3'], { ...sides, 'on SQLite': sqlite });
  } finally {
    await Promise.all(started.map((program) => program.stop()));
    for (const database of databases)
      await administer(url, `drop database ${database} with (force)`);
  }
}

export async function reads(): Promise<void> {
  const { sides, seeded } = await startBuilds(fill);
  const readers = await each(sides, (program) => readerOf(program, seeded));
  const peer: Reader = {
    program: await startPeer(new URL('peers/reads.ts', import.meta.url)),
    headers: {},
    one: (index) => `/clip-${index}`,
    page: '/newest',
  };
  await rows('', ['≤ 2.3', '≤ 1.8'], { ...readers, 'by hand': peer });
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) console.log('Left out: reads on PostgreSQL need TEST_DATABASE_URL.');
  else await onPostgres(url, readers['here'] as Reader);
}
