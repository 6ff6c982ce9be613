import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openRealtime, type TestRealtime } from '../../../testing/realtime.ts';
import { ask, closeSockets, connectSocket } from '../../../testing/sockets.ts';
import { connectRedis, type RedisLink } from '../redis.ts';
import { nodesBy } from './nodes.ts';
import { serveEvent } from './serve-event.ts';

type Node = TestRealtime & { readonly redis: RedisLink | undefined };

const REDIS_URL = process.env['TEST_REDIS_URL'];
const inTime = { timeout: 60_000, interval: 10 };
let nodes: Node[] = [];
/** What any of the nodes was to tell. */
let told: string[] = [];

async function startNode(redis?: RedisLink): Promise<Node> {
  const realtime = await openRealtime({ nodes: redis && (await nodesBy(redis)) });
  serveEvent(realtime, 'join:room', ({ payload, join }) =>
    join(
      async () => `room:${payload.roomId}`,
      async () => ({}) as never,
    ),
  );
  serveEvent(realtime, 'leave:room', async ({ payload, leave }) => {
    leave(`room:${payload.roomId}`);
    return {};
  });
  realtime.presence.watch('room:', (channel, { came, went }) => {
    told.push(
      ...came.map((id) => `${id} came to ${channel}`),
      ...went.map((id) => `${id} left ${channel}`),
    );
  });
  const node = { ...realtime, redis };
  nodes.push(node);
  return node;
}

afterEach(() => {
  vi.useRealTimers();
  closeSockets();
  for (const node of nodes) {
    node.stop();
    node.redis?.close();
  }
  nodes = [];
  told = [];
});

const join = async (node: Node, user: string) => {
  const socket = await connectSocket(node.url, { token: user });
  await ask(socket, 'join:room', { roomId: 'r' });
  return socket;
};
const presentOn = async ({ presence }: Node) => (await presence.of('room:r')).toSorted();
const isTold = (...lines: string[]) =>
  vi.waitFor(() => expect(told.toSorted()).toEqual(lines.toSorted()), inTime);

test('a user who has a socket in a channel is there, once, until their last socket has left', async () => {
  const node = await startNode();
  await join(node, 'anna');
  const second = await join(node, 'anna');
  await join(node, 'ben');
  await isTold('anna came to room:r', 'ben came to room:r');
  expect(await presentOn(node)).toEqual(['anna', 'ben']);
  await ask(second, 'leave:room', { roomId: 'r' });
  expect(await presentOn(node)).toEqual(['anna', 'ben']);
  told = [];
  closeSockets();
  await isTold('anna left room:r', 'ben left room:r');
  expect(await presentOn(node)).toEqual([]);
});

describe.skipIf(!REDIS_URL)('several nodes', () => {
  const log = { warn: () => {}, info: () => {} };
  async function startTwo(): Promise<[Node, Node]> {
    const prefix = `test:${randomUUID()}:`;
    const link = () => connectRedis(String(REDIS_URL), prefix, log);
    return [await startNode(await link()), await startNode(await link())];
  }

  test('everybody is known on each, and told of when they come first and leave last', async () => {
    const [here, there] = await startTwo();
    await join(here, 'anna');
    await join(there, 'ben');
    await isTold('anna came to room:r', 'ben came to room:r');
    const second = await join(there, 'anna');
    await vi.waitFor(
      async () =>
        expect([await presentOn(here), await presentOn(there)]).toEqual([
          ['anna', 'ben'],
          ['anna', 'ben'],
        ]),
      inTime,
    );
    await ask(second, 'leave:room', { roomId: 'r' });
    await join(here, 'carl');
    await isTold('anna came to room:r', 'ben came to room:r', 'carl came to room:r');
    expect(await presentOn(there)).toEqual(['anna', 'ben', 'carl']);
    told = [];
    closeSockets();
    await isTold('anna left room:r', 'ben left room:r', 'carl left room:r');
    expect(await presentOn(here)).toEqual([]);
  });

  test('the people of a node that died are told of once, and forgotten', async () => {
    // The one interval is the sign of life; sockets go by the real clock.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const [here, there] = await startTwo();
    await join(here, 'anna');
    await join(there, 'anna');
    await isTold('anna came to room:r');
    const { commands, prefix } = here.redis as RedisLink;
    const people = ['dead-node anna', 'dead-node dora'].flatMap((id) => [Date.now(), id]);
    await commands.zadd(`${prefix}here:room:r`, ...people);
    expect(await presentOn(here)).toEqual(['anna', 'dora']);
    vi.advanceTimersByTime(60_000);
    await isTold('anna came to room:r', 'dora left room:r');
    expect([await presentOn(here), await presentOn(there)]).toEqual([['anna'], ['anna']]);
  });
});
