import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  hasRedisServer,
  type RedisServer,
  startRedisServer,
} from '../../../testing/redis-server.ts';
import { connectRedis } from '../redis/redis.ts';
import type { NodeMessage } from './cluster.ts';
import { redisCluster } from './redis-cluster.ts';

const log = { warn: vi.fn(), info: vi.fn() };
const stops: (() => Promise<void>)[] = [];
const inTime = { timeout: 30_000, interval: 10 };

async function startNode(url: string, prefix: string) {
  const link = await connectRedis(url, prefix, log);
  const cluster = await redisCluster(link);
  const heard: NodeMessage[] = [];
  const onGap = vi.fn();
  cluster.onMessage((message) => heard.push(message));
  cluster.onGap?.(onGap);
  let isUp = true;
  const leave = async () => {
    if (isUp) await cluster.close();
    isUp = false;
    link.close();
  };
  stops.push(leave);
  return { link, cluster, heard, onGap, leave };
}

const news = (text: string): NodeMessage => ({
  kind: 'publish',
  channel: 'clip:1',
  event: 'x',
  payload: text,
  version: 1,
  unlessIn: undefined,
});
const texts = (heard: NodeMessage[]) =>
  heard.flatMap((message) => (message.kind === 'publish' ? [String(message.payload)] : []));

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

describe.skipIf(!hasRedisServer)(
  'nodes on a Redis that dies (needs the program redis-server)',
  () => {
    let server: RedisServer;
    let prefix = '';
    beforeAll(async () => {
      server = await startRedisServer();
    });
    beforeEach(() => void (prefix = randomUUID()));
    afterAll(() => server.stop());

    test('hear each other, and of themselves at once', async () => {
      const [a, b] = [await startNode(server.url, prefix), await startNode(server.url, prefix)];
      const stranger = await startNode(server.url, randomUUID());
      a.cluster.send(news('one'));
      expect(texts(a.heard)).toEqual(['one']);
      b.cluster.send(news('two'));
      await vi.waitFor(
        () =>
          expect([texts(a.heard), texts(b.heard)].map((each) => each.toSorted())).toEqual([
            ['one', 'two'],
            ['one', 'two'],
          ]),
        inTime,
      );
      expect(stranger.heard).toEqual([]);
      await a.cluster.check();
    });

    test('say again what was said while Redis was away, each thing once', async () => {
      const [a, b] = [await startNode(server.url, prefix), await startNode(server.url, prefix)];
      a.cluster.send(news('before'));
      await vi.waitFor(() => expect(texts(b.heard)).toEqual(['before']), inTime);
      await server.kill();
      a.cluster.send(news('while away 1'));
      a.cluster.send(news('while away 2'));
      expect(texts(a.heard)).toHaveLength(3);
      await vi.waitFor(() => expect(b.cluster.check()).rejects.toThrow(), inTime);
      await server.start();
      await vi.waitFor(
        () => expect(texts(b.heard).toSorted()).toEqual(['before', 'while away 1', 'while away 2']),
        inTime,
      );
      a.cluster.send(news('after'));
      await vi.waitFor(() => expect(texts(b.heard)).toHaveLength(4), inTime);
      await vi.waitFor(() => b.cluster.check(), inTime);
      expect([a.onGap.mock.calls.length, b.onGap.mock.calls.length]).toEqual([0, 0]);
    });

    test('are told when something is lost for good', async () => {
      const [a, b] = [await startNode(server.url, prefix), await startNode(server.url, prefix)];
      a.cluster.send(news('before'));
      await vi.waitFor(() => expect(texts(b.heard)).toEqual(['before']), inTime);
      await server.kill();
      a.cluster.send(news('said to nobody'));
      await a.leave();
      await server.start();
      await vi.waitFor(() => expect(b.onGap).toHaveBeenCalled(), inTime);
    });

    test('start without Redis and find each other when it comes', async () => {
      await server.kill();
      const [a, b] = [await startNode(server.url, prefix), await startNode(server.url, prefix)];
      a.cluster.send(news('early'));
      await expect(b.cluster.check()).rejects.toThrow();
      await server.start();
      await vi.waitFor(() => expect(texts(b.heard)).toEqual(['early']), inTime);
      expect(b.onGap).not.toHaveBeenCalled();
    });

    test('pass over what is no message of theirs', async () => {
      const [a, b] = [await startNode(server.url, prefix), await startNode(server.url, prefix)];
      for (const text of [
        '',
        '{',
        'null',
        '5',
        '{"node":"x"}',
        '{"node":"x","kind":"message"}',
        '{"node":"x","kind":"ask","of":1}',
      ])
        await a.link.commands.publish(`${prefix}nodes`, text);
      a.cluster.send(news('one'));
      await vi.waitFor(() => expect(texts(b.heard)).toEqual(['one']), inTime);
    });
  },
);
