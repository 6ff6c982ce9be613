import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { migrations } from '../server/src/migrations/migrations.ts';
import { openStore, transact } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { createClip } from '../server/src/modules/clips/clips.changes.ts';
import { bearer, signIn, signUp } from '../server/testing/factories.ts';
import { administer } from '../server/testing/administer.ts';
import { grantFor, makeLink } from '../server/testing/links.ts';
import { hasRedisServer, startRedisServer } from '../server/testing/redis-server.ts';
import { ask, closeSockets, connectSocket, ended, followClip } from '../server/testing/sockets.ts';
import { type Benchmark, compared } from './support/benchmark.ts';
import { repeat, send, timed } from './support/load.ts';
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts';
import { interleave, median, quantile } from './support/statistics.ts';
import { clipViewer, type Viewer } from './support/viewer.ts';

const ROUNDS = 5;
const SAVES = 60;
const REQUESTS = 3000;
const CONCURRENCY = 32;
const LOGOUTS = 20;
const REVOCATIONS = 20;
const OUTAGES = 3;

/** When each of the viewers had the news, in ms after the save was sent. */
function seen(viewer: Viewer, mark: string): Promise<number> {
  return new Promise((resolve) => {
    viewer.onNews = (text, at) => text.includes(mark) && resolve(at);
  });
}

const TICK_MICROSECONDS = 10_000;

/**
 * Processor time of those processes of PostgreSQL that serve this database, in µs; undefined where
 * it runs elsewhere.
 */
async function spentByPostgres(base: string, database: string): Promise<number | undefined> {
  const serving = await administer<{ pid: number }>(
    base,
    `select pid from pg_stat_activity where datname = '${database}'`,
  );
  try {
    const ticks = serving.map(({ pid }) => {
      const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      const [user, system] = after.split(' ').slice(11, 13).map(Number);
      return (user as number) + (system as number);
    });
    return ticks.reduce((sum, each) => sum + each, 0) * TICK_MICROSECONDS;
  } catch {
    return undefined;
  }
}

export const cluster: Benchmark = {
  name: 'cluster',
  gain: 'A second node takes half of the people, and no one notices on which one they are.',
  async run() {
    const base = process.env['TEST_DATABASE_URL'];
    if (base === undefined || !hasRedisServer) {
      console.log(
        '  left out: two nodes need PostgreSQL (set TEST_DATABASE_URL) and the program redis-server',
      );
      return [];
    }
    const database = `clipline_bench_${randomBytes(6).toString('hex')}`;
    const url = new URL(base);
    url.pathname = `/${database}`;
    await administer(base, `create database ${database}`);
    const redis = await startRedisServer();
    const nodes: MeasuredProcess[] = [];
    const viewers: Viewer[] = [];
    try {
      const store = openStore({ DATABASE_URL: url.href, DATA_DIR: '' }, () => {});
      await migrate(store.db, migrations);
      const person = await signUp({ store });
      const clip = await transact(store.db, (tx) =>
        createClip(tx, person.user.id, 'first', Date.now()),
      );
      const sessions = await Promise.all(
        Array.from({ length: LOGOUTS }, () => signIn({ store }, person.user.id)),
      );
      await store.close();
      const environment = {
        DATABASE_URL: url.href,
        REDIS_URL: redis.url,
        APP_SECRET: 'a secret for measurements only, 32 bytes or more',
      };
      const main = new URL('../server/src/main.ts', import.meta.url);
      for (let node = 0; node < 2; node++) nodes.push(await startMeasured(main, environment));
      const [a, b] = nodes as [MeasuredProcess, MeasuredProcess];
      const [local, remote] = [await clipViewer(a.url, clip.id), await clipViewer(b.url, clip.id)];
      viewers.push(local, remote);

      const locals: number[] = [];
      const remotes: number[] = [];
      const extras: number[] = [];
      for (let turn = 0; turn < ROUNDS * SAVES; turn++) {
        const content = `turn ${turn} ${'x'.repeat(1000)}`;
        const headers = { 'content-type': 'application/json', ...person.headers };
        const both = Promise.all([seen(local, `turn ${turn} `), seen(remote, `turn ${turn} `)]);
        const start = performance.now();
        await send(`${a.url}/api/clipboard/${clip.id}`, {
          method: 'PUT',
          headers,
          body: JSON.stringify({ content }),
        });
        const [here, there] = await both;
        locals.push(here - start);
        remotes.push(there - start);
        extras.push(there - here);
      }

      const logouts: number[] = [];
      for (const session of sessions) {
        const left = ended(await connectSocket(b.url, { token: session.access_token }));
        logouts.push(
          await timed(async () => {
            await send(`${a.url}/api/auth/logout`, { method: 'POST', headers: bearer(session) });
            await left;
          }),
        );
      }

      const revocations: number[] = [];
      for (let turn = 0; turn < REVOCATIONS; turn++) {
        const link = await makeLink(a, person, { clipId: clip.id });
        const grant = await grantFor(b, link);
        const viewer = await connectSocket(b.url);
        await ask(viewer, 'join:clip', { clipId: clip.id, grant });
        const left = ended(viewer);
        revocations.push(
          await timed(async () => {
            const headers = { ...person.headers };
            await send(`${a.url}/api/links/${link.id}`, { method: 'DELETE', headers });
            await left;
          }),
        );
      }

      const outages: number[] = [];
      for (let outage = 0; outage < OUTAGES; outage++) {
        const shown = await followClip(b.url, clip.id);
        await redis.kill();
        const headers = { 'content-type': 'application/json', ...person.headers };
        const body = JSON.stringify({ content: `outage ${outage} ` });
        await send(`${a.url}/api/clipboard/${clip.id}`, { method: 'PUT', headers, body });
        await redis.start();
        const isBack = () => shown.includes(`outage ${outage} `);
        outages.push(
          await timed(async () => {
            while (!isBack()) await delay(5);
          }),
        );
      }

      const path = `/api/clipboard/${clip.id}`;
      const get = (node: MeasuredProcess) =>
        send(node.url + path, { headers: { ...person.headers } });
      const rate = async (used: readonly MeasuredProcess[]) =>
        (REQUESTS /
          (await timed(() =>
            repeat(REQUESTS, CONCURRENCY, (index) =>
              get(used[index % used.length] as MeasuredProcess),
            ),
          ))) *
        1000;
      /** µs of processor time of the nodes and of PostgreSQL for a read. */
      const costOf = async (used: readonly MeasuredProcess[]) => {
        const spent = async () => ({
          nodes: (await Promise.all(nodes.map((node) => node.cpu()))).reduce((x, y) => x + y),
          postgres: (await spentByPostgres(base, database)) ?? Number.NaN,
        });
        const before = await spent();
        await rate(used);
        const after = await spent();
        return {
          nodes: (after.nodes - before.nodes) / REQUESTS,
          postgres: (after.postgres - before.postgres) / REQUESTS,
        };
      };
      await rate(nodes);
      const costs = await interleave(
        ROUNDS,
        () => costOf([a, b]),
        () => costOf([a]),
      );
      const costRow = (who: 'nodes' | 'postgres', what: string) =>
        compared(
          { what, against: 'by one node', unit: 'µs CPU a read' },
          {
            ours: costs.ours.map((cost) => cost[who]),
            theirs: costs.theirs.map((cost) => cost[who]),
          },
        );
      const throughput = await interleave(
        ROUNDS,
        () => rate([a, b]),
        () => rate([a]),
      );
      return [
        {
          what: 'extra delay of a viewer on the other node, p50',
          against: 'a viewer on the same node',
          unit: 'ms',
          ours: median(extras),
          goal: '≤ 2 ms',
        },
        {
          what: 'save to viewer on the other node, p50',
          against: 'on the same node',
          unit: 'ms',
          ours: median(remotes),
          limit: median(locals),
        },
        {
          what: 'save to viewer on the other node, p99',
          against: 'on the same node',
          unit: 'ms',
          ours: quantile(remotes, 0.99),
          limit: quantile(locals, 0.99),
        },
        {
          what: 'logout on one node to the closed socket on the other, the slowest of 20',
          against: 'what is promised',
          unit: 'ms',
          ours: Math.max(...logouts),
          goal: '≤ 1,000 ms',
        },
        {
          what: 'a link revoked on one node to the closed viewer on the other, the slowest of 20',
          against: 'what is promised',
          unit: 'ms',
          ours: Math.max(...revocations),
          goal: '≤ 1,000 ms',
        },
        {
          what: 'Redis back to the viewer on the other node, who missed a save, the slowest of 3',
          against: 'what is promised',
          unit: 'ms',
          ours: Math.max(...outages),
          goal: '≤ 5,000 ms',
        },
        compared(
          {
            what: 'reads a second of two nodes',
            against: 'one node',
            unit: '/s',
            goal: '≥ 1.6 where cores allow',
          },
          throughput,
        ),
        costRow('nodes', 'a read by two nodes: both together'),
        costRow('postgres', 'a read by two nodes: PostgreSQL beside them'),
      ];
    } finally {
      for (const viewer of viewers) viewer.close();
      closeSockets();
      await Promise.all(nodes.map((node) => node.stop()));
      await redis.stop();
      await administer(base, `drop database if exists ${database} with (force)`);
    }
  },
};
