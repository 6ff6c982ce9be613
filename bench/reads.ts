import type { Benchmark, Row } from './support/benchmark.ts';
import { compared } from './support/benchmark.ts';
import { repeat, send } from './support/load.ts';
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts';
import { discard, seed, seedEnvironment } from './support/seed.ts';
import { interleave } from './support/statistics.ts';

/** Many short ones: what else the machine does falls on both sides of a round alike. */
const ROUNDS = 41;
const REQUESTS = 500;
/** Until both sides are compiled as they stay. */
const WARM_UP = 6000;
const CONCURRENCY = 16;

/** CPU microseconds the server spends on one request. */
async function cost(
  server: MeasuredProcess,
  pathOf: (index: number) => string,
  headers: Record<string, string>,
): Promise<number> {
  const before = await server.cpu();
  await repeat(REQUESTS, CONCURRENCY, (index) => send(server.url + pathOf(index), { headers }));
  return ((await server.cpu()) - before) / REQUESTS;
}

const DASHBOARD = '/api/clipboard/history?page=1&pageSize=50';

/** What the dashboard's list weighs and costs where it is compressed. */
async function compressionRows(
  server: MeasuredProcess,
  headers: Record<string, string>,
): Promise<Row[]> {
  const asked = { ...headers, 'accept-encoding': 'br' };
  const bytes = async (of: Record<string, string>) =>
    (await send(server.url + DASHBOARD, { headers: of })).length;
  const size = { ours: [await bytes(asked)], theirs: [await bytes(headers)] };
  const measured = await interleave(
    ROUNDS,
    () => cost(server, () => DASHBOARD, asked),
    () => cost(server, () => DASHBOARD, headers),
  );
  const what = 'GET the 50 newest clips, compressed';
  const against = 'the same as it is';
  return [
    compared({ what, against, unit: 'bytes', goal: '≤ 0.35' }, size),
    compared({ what, against, unit: 'µs CPU a request' }, measured),
  ];
}

/** Makes a link to a clip and opens it; returns the grant. */
async function openLinkTo(
  url: string,
  clipId: string,
  headers: Record<string, string>,
): Promise<string> {
  const post = async (path: string, more: Record<string, string>, body: unknown) => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { url: string; grant: string };
  };
  const link = await post('/links', headers, { clipId });
  const token = link.url.split('/s/')[1] ?? '';
  const opener = 'A'.repeat(22);
  return (await post('/link/open', { 'x-link-token': token }, { opener })).grant;
}

export const reads: Benchmark = {
  name: 'reads',
  gain: 'Lists and clips open at once, and a small machine serves many people.',
  async run() {
    const seeded = await seed({ clips: 1000 });
    const environment = seedEnvironment(seeded);
    const ours = await startMeasured(
      new URL('../server/src/main.ts', import.meta.url),
      environment,
    );
    const theirs = await startMeasured(new URL('peers/reads.ts', import.meta.url), environment);
    const headers = { ...seeded.person.headers };
    const cases = [
      {
        what: 'GET one clip, signed in',
        goal: '≤ 2.0',
        path: (index: number) => `/api/clipboard/${seeded.clipIds[index % 1000]}`,
      },
      {
        what: 'GET a page of 20 clips',
        goal: '≤ 1.5',
        path: () => '/api/clipboard/history?page=1&pageSize=20',
      },
      {
        what: 'GET the 50 newest clips',
        goal: '≤ 1.5',
        path: () => '/api/clipboard/history?page=1&pageSize=50',
      },
    ];
    const rows: Row[] = [];
    const [clipId = ''] = seeded.clipIds;
    try {
      for (const { what, goal, path } of cases) {
        const [own, bare] = await Promise.all(
          [ours, theirs].map((server) => send(server.url + path(0), { headers })),
        );
        if (!own || !bare?.equals(own))
          throw new Error(
            `The two sides answer differently: ${own?.toString()}\n${bare?.toString()}`,
          );
        await Promise.all(
          [ours, theirs].map((server) =>
            repeat(WARM_UP, CONCURRENCY, (index) => send(server.url + path(index), { headers })),
          ),
        );
        const measured = await interleave(
          ROUNDS,
          () => cost(ours, path, headers),
          () => cost(theirs, path, headers),
        );
        rows.push(
          compared(
            {
              what,
              against: 'bare node:http and node:sqlite by hand',
              unit: 'µs CPU a request',
              goal,
            },
            measured,
          ),
        );
      }
      rows.push(...(await compressionRows(ours, headers)));
      const sharedPath = () => `/api/clipboard/${clipId}`;
      const grant = await openLinkTo(ours.url, clipId, headers);
      const grants = { 'x-link-grant': grant };
      for (const each of [grants, {}])
        await repeat(WARM_UP, CONCURRENCY, () => send(ours.url + sharedPath(), { headers: each }));
      const byLink = await interleave(
        ROUNDS,
        () => cost(ours, sharedPath, grants),
        () => cost(ours, sharedPath, {}),
      );
      rows.push(
        compared(
          {
            what: 'GET a shared clip by a link',
            against: 'the same by its plain address',
            unit: 'µs CPU a request',
            goal: '≤ 1.1',
          },
          byLink,
        ),
      );
    } finally {
      await Promise.all([ours.stop(), theirs.stop()]);
      discard(seeded);
    }
    return rows;
  },
};
