import { MAX_BULK_CLIPS, MAX_ROOMS_PER_PERSON, MAX_TEXT_BYTES } from '../contract/src/limits.ts';
import type { Benchmark, Row } from './support/benchmark.ts';
import { repeat, type Request, send } from './support/load.ts';
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts';
import { median } from './support/statistics.ts';
import { contentOf, discard, type Owner, seedEnvironment, seedPeople } from './support/seed.ts';

const CLIPS = 100_000;
/** As many longest texts as a desktop may hold, and as many clips of that length. */
const LONG_TEXTS = 31;
const ROUNDS = 3;
const MEGABYTE = 1024 * 1024;

interface Case {
  readonly what: string;
  readonly path: string;
  readonly request: Request;
  readonly rounds?: number;
}

const json = ({ person }: Owner, body: unknown): Request => ({
  method: 'POST',
  headers: { ...person.headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Longest texts in clips and on the desktop, and as many rooms as one person may have. */
async function fill(url: string, owner: Owner): Promise<void> {
  const post = (path: string, body: unknown) => send(`${url}/api${path}`, json(owner, body));
  // Quotes and line breaks are what makes JSON of texts dear.
  const long = `"${contentOf(1)}"\n`.repeat(4096).slice(0, MAX_TEXT_BYTES);
  await repeat(LONG_TEXTS, 1, () => post('/clipboard', { content: long }));
  await repeat(LONG_TEXTS, 1, () => post('/virtual-desktop/items/text', { content: long }));
  await repeat(MAX_ROOMS_PER_PERSON, 4, (index) =>
    post('/rooms', { name: `Room ${index}`, isPrivate: true }),
  );
}

/** The longest turn, and how much memory it took beside what was held at rest. */
async function rowsOf(
  server: MeasuredProcess,
  { what, path, request, rounds = ROUNDS }: Case,
): Promise<Row[]> {
  // A collection first.
  await server.figures();
  const rest = await server.ownPeak();
  const turns: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await server.hold();
    await send(`${server.url}/api${path}`, request);
    turns.push((await server.hold()) / 1000);
  }
  const grown = ((await server.ownPeak()) - rest) / MEGABYTE;
  const against = '';
  return [
    { what: `${what}: longest turn`, against, unit: 'ms', ours: median(turns), goal: '≤ 20' },
    { what: `${what}: memory beside rest`, against, unit: 'MB', ours: grown, goal: '≤ 60' },
  ];
}

export const lists: Benchmark = {
  name: 'lists',
  gain: 'No one waits because another person reads or changes all they have.',
  async run() {
    const { dataDir, owners } = await seedPeople([CLIPS, MAX_BULK_CLIPS, 1]);
    const [many, some, long] = owners as [Owner, Owner, Owner];
    const server = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      seedEnvironment({ dataDir }),
    );
    const get = ({ person }: Owner) => ({ headers: { ...person.headers } });
    const bulk = (action: string) => json(some, { filter: {}, action });
    try {
      await fill(server.url, long);
      const cases: Case[] = [
        { what: '100,000 clips, no query', path: '/clipboard/history', request: get(many) },
        { what: 'export of 100,000 clips', path: '/account/export', request: get(many) },
        { what: '31 clips of 512 KiB', path: '/clipboard/history', request: get(long) },
        {
          what: 'a page of them',
          path: '/clipboard/history?page=1&pageSize=50',
          request: get(long),
        },
        { what: 'a desktop of 16 MB', path: '/virtual-desktop', request: get(long) },
        { what: 'export of both', path: '/account/export', request: get(long) },
        { what: '500 rooms', path: '/rooms', request: get(long) },
        {
          what: 'a search of 100,000 clips that finds nothing',
          path: '/clipboard/history?page=1&pageSize=20&search=zebra',
          request: get(many),
        },
        { what: 'figures of 100,000 clips', path: '/clipboard/stats', request: get(many) },
        { what: 'tags', path: '/tags', request: get(many) },
        { what: 'links', path: '/links', request: get(many) },
        { what: 'marking 10,000 clips', path: '/clipboard/bulk', request: bulk('favorite') },
        { what: '10,000 favorites', path: '/clipboard/favorites', request: get(some) },
        {
          what: 'deleting 10,000 clips',
          path: '/clipboard/bulk',
          request: bulk('delete'),
          rounds: 1,
        },
        { what: 'a trash of 10,000 clips', path: '/trash?page=1&pageSize=50', request: get(some) },
      ];
      const rows: Row[] = [];
      for (const each of cases) rows.push(...(await rowsOf(server, each)));
      return rows;
    } finally {
      await server.stop();
      discard({ dataDir });
    }
  },
};
