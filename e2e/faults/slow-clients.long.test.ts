import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { expect, test } from '@playwright/test';
import { call } from '../../server/testing/call.ts';
import type { Person } from '../../server/testing/factories.ts';
import { upload } from '../../server/testing/uploads.ts';
import {
  cleanUp,
  newFolder,
  PATIENT,
  prepareStore,
  type ServerProcess,
  startServer,
} from './support/server-process.ts';

const MANY = 500;
/** Each holds a file of 10 MB on its way. */
const READERS = 50;
const TRICKLE_MS = 1000;

let server: ServerProcess;
let ada: Person;
let clipId: string;
let fileUrl: string;

test.beforeAll(async () => {
  const dataDir = newFolder();
  [ada] = await prepareStore(dataDir, 'Ada');
  server = await startServer(dataDir);
  const { headers } = ada;
  clipId = (await call(server, 'POST /clipboard', { body: { content: 'a text' }, headers })).body
    .id;
  fileUrl = (
    await upload(server, `/clipboard/${clipId}/files`, headers, { bytes: randomBytes(10_000_000) })
  ).body.url;
});
test.afterAll(cleanUp);

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends a byte now and then until the server has closed. */
async function slowly(begin: string): Promise<void> {
  const socket = await open();
  let ended = false;
  const closed = once(socket.resume(), 'close').then(() => (ended = true));
  if (begin !== '') socket.write(begin);
  while (!ended) {
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, TRICKLE_MS))]);
    if (begin !== '' && !ended) socket.write('x');
  }
}

/** Of the server; a client that does not read never learns that it was cut off. */
const connections = () => readdirSync(`/proc/${server.child.pid}/fd`).length;

async function expectServed(while_: Promise<unknown>): Promise<void> {
  let over = false;
  void while_.finally(() => (over = true));
  let served = 0;
  while (!over) {
    expect((await call(server, `GET /clipboard/${clipId}`, { headers: ada.headers })).status).toBe(
      200,
    );
    served += 1;
  }
  expect(served).toBeGreaterThan(0);
}

const request = (head: string) => `${head} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n`;
const slowHeaders = () => `${request('POST /api/clipboard')}X-Slow: `;
const slowBody = () =>
  `${request('POST /api/clipboard')}Authorization: ${ada.headers.authorization}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"content":"`;
const many = (each: () => Promise<unknown>) => Promise.all(Array.from({ length: MANY }, each));

test('500 slow clients of every kind keep no other from being served', async () => {
  const { pathname, search } = new URL(fileUrl, server.url);
  const kinds = ['', slowHeaders(), slowBody(), `${request(`GET ${pathname}${search}`)}\r\n`];
  const sockets = await Promise.all(Array.from({ length: MANY }, open));
  for (const [index, socket] of sockets.entries())
    socket.pause().write(kinds[index % kinds.length] as string);
  for (let turn = 0; turn < 50; turn++) {
    const content = `saved beside them ${turn}`;
    expect(
      (await call(server, `PUT /clipboard/${clipId}`, { body: { content }, headers: ada.headers }))
        .status,
    ).toBe(200);
    expect(
      (await call(server, `GET /clipboard/${clipId}`, { headers: ada.headers })).body.content,
    ).toBe(content);
  }
  for (const socket of sockets) socket.destroy();
});

test.describe('500 slow clients, with the limits as they are', () => {
  test.describe.configure({ mode: 'parallel', timeout: 400_000 });
  test('who say nothing are closed', () => expectServed(many(() => slowly(''))));
  test('who send slow headers are closed', () => expectServed(many(() => slowly(slowHeaders()))));
  test('who send a slow body are closed', () => expectServed(many(() => slowly(slowBody()))));
  test('whose socket went away without a word are closed', async () => {
    const sockets = await many(async () => {
      const socket = new WebSocket(
        `${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      );
      await once(socket, 'open');
      // It joins, and replies to no ping.
      socket.send('40');
      return once(socket, 'close');
    });
    expect(sockets).toHaveLength(MANY);
  });

  test('who take nothing of what they asked for are closed', async () => {
    const before = connections();
    const { pathname, search } = new URL(fileUrl, server.url);
    // Several times, as the systems on the way hold some megabytes.
    const asked = `${request(`GET ${pathname}${search}`)}\r\n`.repeat(5);
    const sockets = await Promise.all(Array.from({ length: READERS }, open));
    for (const socket of sockets) socket.pause().write(asked);
    await expect.poll(connections, PATIENT).toBeGreaterThanOrEqual(before + READERS);
    await expectServed(
      expect
        .poll(connections, { timeout: 300_000, intervals: [1000] })
        .toBeLessThan(before + READERS / 2),
    );
    for (const socket of sockets) socket.destroy();
  });
});
