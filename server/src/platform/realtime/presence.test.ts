import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ask, closeSockets, connectSocket } from '../../../testing/sockets.ts';
import type { Cluster, NodeMessage } from './cluster.ts';
import { serveEvent } from './serve-event.ts';
import { createRealtime, type Realtime } from './server.ts';

interface Node {
  readonly realtime: Realtime;
  readonly httpServer: HttpServer;
  readonly url: string;
  readonly changes: string[];
  /** Nothing it says arrives any more. */
  silent: boolean;
}

const inTime = { timeout: 10_000, interval: 10 };
const receivers: ((message: NodeMessage) => void)[] = [];
let nodes: Node[] = [];

async function startNode(): Promise<Node> {
  const httpServer = createServer();
  const state = { silent: false };
  const cluster: Cluster = {
    send: (message) => {
      if (!state.silent) for (const receive of receivers) receive(structuredClone(message));
    },
    onMessage: (receive) => void receivers.push(receive),
  };
  const realtime = createRealtime({
    httpServer,
    own: { PUBLIC_URL: 'https://clips.example.com', CORS_ORIGINS: [] },
    identify: async (token) => ({
      id: token,
      name: token,
      email: '',
      createdAt: 0,
      plan: null,
      trialEndsAt: null,
      program: null,
      sessionId: token,
    }),
    addressOf: () => '127.0.0.1',
    allowsBytes: async () => true,
    allowsConnection: async () => true,
    onSessionEnd: () => {},
    limitEvents: false,
    build: () => 'one',
    checkReplies: false,
    log: { error: expect.unreachable } as never,
    cluster,
  });
  serveEvent(realtime, 'join:room', ({ payload, join }) =>
    join(`room:${payload.roomId}`, async () => ({ state: {} as never, at: {} })),
  );
  serveEvent(realtime, 'leave:room', async ({ payload, leave }) => {
    leave(`room:${payload.roomId}`);
    return {};
  });
  const changes: string[] = [];
  realtime.presence.watch('room:', (channel) =>
    changes.push(`${channel} ${realtime.presence.of(channel).toSorted().join(' ')}`.trim()),
  );
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  return Object.assign(state, {
    realtime,
    httpServer,
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
    changes,
  });
}

beforeEach(async () => {
  // The one interval is the sign of life; sockets go by the real clock.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  nodes = [await startNode(), await startNode()];
});
afterEach(() => {
  vi.useRealTimers();
  closeSockets();
  for (const { realtime, httpServer } of nodes) {
    realtime.close();
    httpServer.closeAllConnections();
    httpServer.close();
  }
  receivers.length = 0;
});

const join = async (node: Node, user: string) => {
  const socket = await connectSocket(node.url, { token: user });
  await ask(socket, 'join:room', { roomId: 'r' });
  return socket;
};
const present = () => nodes.map(({ realtime }) => realtime.presence.of('room:r').toSorted());

test('everybody in a channel is known on every node, once, until their last socket has left', async () => {
  const [here, there] = nodes as [Node, Node];
  await join(here, 'anna');
  await join(there, 'ben');
  const second = await join(there, 'anna');
  await vi.waitFor(
    () =>
      expect(present()).toEqual([
        ['anna', 'ben'],
        ['anna', 'ben'],
      ]),
    inTime,
  );
  await ask(second, 'leave:room', { roomId: 'r' });
  expect(present()[1]).toEqual(['anna', 'ben']);
  closeSockets();
  await vi.waitFor(() => expect(present()).toEqual([[], []]), inTime);
  expect(here.changes.at(-1)).toBe('room:r');
  expect(there.changes.at(-1)).toBe('room:r');
});

test('a node that starts later learns who is there, and the people of one that died are forgotten', async () => {
  const [here] = nodes as [Node, Node];
  await join(here, 'anna');
  const late = await startNode();
  nodes.push(late);
  expect(late.realtime.presence.of('room:r')).toEqual([]);
  vi.advanceTimersByTime(15_000);
  expect(late.realtime.presence.of('room:r')).toEqual(['anna']);
  here.silent = true;
  vi.advanceTimersByTime(60_000);
  expect(late.realtime.presence.of('room:r')).toEqual([]);
  expect(late.changes).toEqual(['room:r anna', 'room:r']);
});
