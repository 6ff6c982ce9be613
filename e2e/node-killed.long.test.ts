import { Agent } from 'node:http';
import { canRunNodes, startTwoNodes, type TwoNodes } from './support/nodes.ts';
import type { Product } from './support/product.ts';
import { sendJson, startSteadyLoad } from './support/steady-load.ts';
import { expect, test } from './support/story.ts';
import { watch, type Watcher } from './support/watchers.ts';

const CLIPS = 10;
const WATCHERS_OF_EACH = 4;
const inTime = { timeout: 60_000, intervals: [20] };

interface WireClip {
  readonly id: string;
  readonly content: string;
  readonly version: number;
}

test.describe('two nodes, one of which is killed while people write', () => {
  test.skip(!canRunNodes, 'needs PostgreSQL and Redis');
  let cluster: TwoNodes;
  let watchers: Watcher[] = [];
  const agent = new Agent({ keepAlive: true });
  test.beforeAll(async () => {
    cluster = await startTwoNodes();
  });
  test.afterAll(async () => {
    for (const watcher of watchers) watcher.close();
    agent.destroy();
    await cluster?.dispose();
  });

  test('nothing acknowledged is lost, the other goes on, and its watchers see it', async () => {
    const [first, second] = cluster.nodes;
    const send = async (node: Product, method: string, path: string, body?: unknown) =>
      (await sendJson(agent, {
        method,
        url: `${node.url}/api${path}`,
        headers: cluster.person.headers,
        body,
      })) as WireClip;
    /** The latest that was acknowledged of each clip. */
    const acknowledged = new Map<string, WireClip>();
    const acknowledge = (clip: WireClip) => {
      if (clip.version >= (acknowledged.get(clip.id)?.version ?? 0))
        acknowledged.set(clip.id, clip);
    };
    const clips: WireClip[] = [];
    for (let index = 0; index < CLIPS; index++)
      clips.push(
        await send(index % 2 ? first : second, 'POST', '/clipboard', {
          content: `clip ${index}`,
        }),
      );

    let fallen: Product | undefined;
    const other = (node: Product) => (node === first ? second : first);
    // Those of a node that has gone come back to the other.
    const addressOf = (home: Product) => () => (home === fallen ? other(home) : home).url;
    watchers = clips.flatMap(({ id }) =>
      cluster.nodes.flatMap((node) =>
        Array.from({ length: WATCHERS_OF_EACH }, () => watch(addressOf(node), id)),
      ),
    );
    const everybodyIsHere = () =>
      expect(() => expect(watchers.every(({ isHere }) => isHere)).toBe(true)).toPass(inTime);
    await everybodyIsHere();

    for (const victim of [first, second]) {
      const load = startSteadyLoad(async (turn) => {
        const node = turn % 2 ? first : second;
        const clip = clips[Math.floor(turn / 2) % CLIPS] as WireClip;
        const write =
          turn % 5 === 0
            ? send(node, 'POST', '/clipboard', { content: `made in turn ${turn}` })
            : send(node, 'PUT', `/clipboard/${clip.id}`, { content: `saved in turn ${turn}` });
        try {
          acknowledge(await write);
        } catch (error) {
          // Only the kill may interrupt anyone, and only there.
          if (node !== fallen) throw error;
        }
      });
      await load.moreAnswers(40 + Math.floor(Math.random() * 60));
      fallen = victim;
      await victim.kill();
      await load.moreAnswers(50);
      await load.stop();
      expect(load.failures).toEqual([]);

      const survivor = other(victim);
      for (const [id, known] of acknowledged) {
        const stored = await send(survivor, 'GET', `/clipboard/${id}`);
        expect(stored.version).toBeGreaterThanOrEqual(known.version);
        if (stored.version === known.version) expect(stored.content).toBe(known.content);
      }
      await everybodyIsHere();
      const versionOf = (id: string) => acknowledged.get(id)?.version ?? 0;
      await expect(() =>
        expect(
          watchers.filter(({ clipId, seen }) => (seen?.version ?? 0) < versionOf(clipId)),
        ).toEqual([]),
      ).toPass(inTime);
      for (const { id } of clips)
        acknowledge(
          await send(survivor, 'PUT', `/clipboard/${id}`, { content: `after ${victim.url}` }),
        );
      const shown = () =>
        watchers.map(({ clipId, seen }) => [clipId, seen?.version, seen?.content]);
      const saved = watchers.map(({ clipId }) => [
        clipId,
        acknowledged.get(clipId)?.version,
        `after ${victim.url}`,
      ]);
      await expect(() => expect(shown()).toEqual(saved)).toPass(inTime);

      await victim.start();
      fallen = undefined;
      // It has everything, and what is saved on it reaches those who watch elsewhere.
      for (const { id } of clips)
        acknowledge(
          await send(victim, 'PUT', `/clipboard/${id}`, {
            content: `back again ${victim.url}`,
          }),
        );
      await expect(() =>
        expect(watchers.every(({ seen }) => seen?.content === `back again ${victim.url}`)).toBe(
          true,
        ),
      ).toPass(inTime);
    }
  });
});
