import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MAX_TEXT_BYTES } from '../contract/src/limits.ts';
import type { Benchmark, Row } from './support/benchmark.ts';
import { repeat, send } from './support/load.ts';
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts';
import { contentOf, discard, seed, seedEnvironment } from './support/seed.ts';
import { quantile } from './support/statistics.ts';
import { clipViewer, roomViewer, type Viewer } from './support/viewer.ts';

/** Each case goes on for so long at least: of so many probes p99 leaves out two or three. */
const CASE_MS = 5000;
const GOAL = '≤ 100';
/** Room is left for accents, which are two bytes each. */
const LETTERS = MAX_TEXT_BYTES - 16 * 1024;
const LONG_CLIPS = 200;
const ROOM_ITEMS = 50;
const SOCKETS = 5000;

/** Quotes and line breaks are what makes JSON of texts dear; accents what folding takes time for. */
const longText = (index: number, accent: string) =>
  `"${contentOf(index)}${accent}"\n`.repeat(4096).slice(0, LETTERS);

interface Case {
  readonly what: string;
  /** Once; it is repeated until the case has lasted long enough. */
  readonly work: (index: number) => Promise<unknown>;
}

/** What others wait for an answer meanwhile. */
async function rowsOf(
  server: MeasuredProcess,
  probe: ChildProcess,
  { what, work }: Case,
): Promise<Row[]> {
  await server.hold();
  probe.send('begin');
  const start = performance.now();
  for (let index = 0; performance.now() - start < CASE_MS; index++) await work(index);
  const answers = once(probe, 'message');
  probe.send('end');
  const took = (await answers)[0] as number[];
  const turn = (await server.hold()) / 1000;
  const row = { against: '', unit: 'ms' };
  return [
    { ...row, what: `${what}: others wait, p99`, ours: quantile(took, 0.99), goal: GOAL },
    { ...row, what: `${what}: others wait, longest`, ours: Math.max(...took) },
    { ...row, what: `${what}: longest turn`, ours: turn },
  ];
}

export const others: Benchmark = {
  name: 'others',
  gain: 'What one person does keeps no other waiting.',
  async run() {
    const seeded = await seed({ clips: 4 });
    const main = new URL('../server/src/main.ts', import.meta.url);
    // The first start keeps what it compiled, which takes a while once.
    await (await startMeasured(main, seedEnvironment(seeded))).stop();
    const server = await startMeasured(main, seedEnvironment(seeded));
    const probe = fork(fileURLToPath(new URL('support/probe.ts', import.meta.url)), [
      `${server.url}/healthz`,
    ]);
    const headers = { ...seeded.person.headers, 'content-type': 'application/json' };
    const call = async (method: string, path: string, body?: unknown) =>
      (
        await send(`${server.url}/api${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      ).toString();
    const created = async (path: string, body: unknown) =>
      (JSON.parse(await call('POST', path, body)) as { id: string }).id;
    const viewers: Viewer[] = [];
    try {
      const texts = [1, 2].map((index) => longText(index, 'é'));
      const plain = [1, 2].map((index) => longText(index, 'e'));
      const ids: string[] = [];
      await repeat(LONG_CLIPS, 1, async (index) =>
        ids.push(await created('/clipboard', { content: texts[index % 2] })),
      );
      const roomId = await created('/rooms', { name: 'Long texts', isPrivate: true });
      await repeat(ROOM_ITEMS, 1, (index) =>
        created(`/rooms/${roomId}/content`, { type: 'text', content: texts[index % 2] }),
      );
      const saving = (of: string[]) => (index: number) =>
        Promise.all(
          seeded.clipIds.map((id) =>
            call('PUT', `/clipboard/${id}`, { content: `${of[index % 2]}${index}` }),
          ),
        );
      const { authorization } = seeded.person.headers;
      const token = authorization.slice('Bearer '.length);
      const cases: Case[] = [
        { what: 'nothing else', work: () => new Promise((done) => setTimeout(done, 1000)) },
        { what: 'four saves of 512 KiB at once', work: saving(plain) },
        { what: 'four saves of 512 KiB with accents at once', work: saving(texts) },
        {
          what: 'joins of a room with 25 MB',
          work: async () => (await roomViewer(server.url, roomId, token)).close(),
        },
        {
          what: 'a mark on 200 clips of 512 KiB',
          work: (index) =>
            call('POST', '/clipboard/bulk', {
              ids,
              action: index % 2 === 0 ? 'favorite' : 'unfavorite',
            }),
        },
        {
          what: 'deleting and bringing back 200 clips of 512 KiB',
          async work() {
            const { undoId } = JSON.parse(
              await call('POST', '/clipboard/bulk', { ids, action: 'delete' }),
            ) as { undoId: string };
            await call('POST', `/clipboard/bulk/${undoId}/undo`);
          },
        },
        {
          what: 'a ZIP of 200 clips of 512 KiB',
          work: () => call('POST', '/clipboard/download', { ids }),
        },
        {
          what: 'a search through 100 MB',
          work: () => call('GET', '/clipboard/history?page=1&pageSize=50&search=%C3%A9+window'),
        },
      ];
      const rows: Row[] = [];
      for (const each of cases) rows.push(...(await rowsOf(server, probe, each)));
      await repeat(SOCKETS / 50, 1, async () => {
        const connected = Array.from({ length: 50 }, () => clipViewer(server.url));
        viewers.push(...(await Promise.all(connected)));
      });
      const [, ...rest] = cases;
      for (const { what, work } of rest.slice(0, 1))
        rows.push(
          ...(await rowsOf(server, probe, { what: `${what}, beside ${SOCKETS} sockets`, work })),
        );
      return rows;
    } finally {
      for (const viewer of viewers) viewer.close();
      probe.kill();
      await server.stop();
      discard(seeded);
    }
  },
};
