import { Agent } from 'node:http';
import { canRunNodes, startTwoNodes, type TwoNodes } from './support/nodes.ts';
import { hasNginx, type Nginx, startNginx } from './support/nginx.ts';
import { freePort } from './support/product.ts';
import { sendJson, startSteadyLoad } from './support/steady-load.ts';
import { expect, test } from './support/story.ts';
import { watch, type Watcher } from './support/watchers.ts';

const WATCHERS = 200;
const CLIPS = 10;
/** Generous, because the machine may be busy with everything else. */
const inTime = { timeout: 60_000, intervals: [20] };

interface WireClip {
  readonly id: string;
  readonly content: string;
  readonly version: number;
}

test.describe('two nodes behind nginx', () => {
  test.skip(!canRunNodes || !hasNginx, 'needs PostgreSQL, Redis and the program nginx');
  let cluster: TwoNodes;
  let nginx: Nginx;
  let url = '';
  let watchers: Watcher[] = [];
  const agent = new Agent({ keepAlive: true });

  test.beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    cluster = await startTwoNodes({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: url });
    const [a, b] = cluster.nodes.map((node) => new URL(node.url).port);
    const names = {
      'listen 80;': `listen 127.0.0.1:${port};`,
      'node-1:3000': `127.0.0.1:${a}`,
      'node-2:3000': `127.0.0.1:${b}`,
    };
    nginx = await startNginx('nginx-cluster.conf', names, [port]);
  });
  test.afterAll(async () => {
    for (const watcher of watchers) watcher.close();
    agent.destroy();
    await nginx?.stop();
    await cluster?.dispose();
  });

  test('one restarts after the other: no call fails, and watchers see what was saved', async () => {
    const send = async (method: string, path: string, body?: unknown) =>
      (await sendJson(agent, {
        method,
        url: `${url}/api${path}`,
        headers: cluster.person.headers,
        body,
      })) as WireClip;
    const clips = await Promise.all(
      Array.from({ length: CLIPS }, (_, index) =>
        send('POST', '/clipboard', { content: `clip ${index}` }),
      ),
    );
    const clipOf = (turn: number) => clips[turn % CLIPS] as WireClip;
    watchers = Array.from({ length: WATCHERS }, (_, index) => watch(() => url, clipOf(index).id));
    const everybodyIsHere = () =>
      expect(() => expect(watchers.filter(({ isHere }) => isHere)).toHaveLength(WATCHERS)).toPass(
        inTime,
      );
    await everybodyIsHere();

    let written: Promise<unknown> = Promise.resolve();
    /**
     * One after the other: many at once on the rows of one person get in each other's way until
     * a slow machine gives up on some.
     */
    const write = (method: string, path: string, content: string) => {
      const done = written.then(() => send(method, path, { content }));
      written = Promise.allSettled([done]);
      return done;
    };
    const load = startSteadyLoad(async (turn) => {
      const clip = clipOf(Math.floor(turn / 10));
      if (turn % 10 < 6) await send('GET', `/clipboard/${clip.id}`);
      else if (turn % 10 < 8) await write('PUT', `/clipboard/${clip.id}`, `saved in turn ${turn}`);
      else if (turn % 10 < 9) await write('POST', '/clipboard', `made in turn ${turn}`);
      else await send('GET', '/clipboard/history?page=1&pageSize=20');
    });
    await load.moreAnswers(100);
    for (const node of cluster.nodes) {
      expect(await node.terminate()).toBe(0);
      await load.moreAnswers(50);
      await node.start();
      await expect(async () => expect((await fetch(`${node.url}/readyz`)).status).toBe(200)).toPass(
        inTime,
      );
      await everybodyIsHere();
      await load.moreAnswers(100);
    }
    await load.stop();
    expect(load.failures).toEqual([]);

    const last = await Promise.all(
      clips.map(({ id }) => send('PUT', `/clipboard/${id}`, { content: `the last of ${id}` })),
    );
    const shown = () => watchers.map(({ clipId, seen }) => [clipId, seen?.version, seen?.content]);
    const saved = watchers.map(({ clipId }) => {
      const clip = last.find(({ id }) => id === clipId);
      return [clipId, clip?.version, clip?.content];
    });
    await expect(() => expect(shown()).toEqual(saved)).toPass(inTime);
    // Each line was cut at least once, since both nodes went, and none brought the same version
    // twice.
    expect(Math.min(...watchers.map(({ visits }) => visits))).toBeGreaterThan(1);
  });
});
