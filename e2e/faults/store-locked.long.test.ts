import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setInterval } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type Answer, call } from '../../server/testing/call.ts';
import type { Person } from '../../server/testing/factories.ts';
import {
  cleanUp,
  newFolder,
  prepareStore,
  type ServerProcess,
  startServer,
} from './support/server-process.ts';

test.describe.configure({ mode: 'parallel' });
test.afterEach(cleanUp);

/** As another program that writes into the store would. */
function lockStore(dataDir: string): { release: () => void } {
  const other = new DatabaseSync(path.join(dataDir, 'clipline.sqlite'), { timeout: 5000 });
  other.exec('begin immediate');
  return {
    release() {
      other.exec('rollback');
      other.close();
    },
  };
}

const write = (server: ServerProcess, person: Person, content: string) =>
  call(server, 'POST /clipboard', { body: { content }, headers: person.headers });

/**
 * Asks twenty times a second until the time is over or the work done, one after the other; returns
 * how often it was answered.
 */
async function whileWaiting(
  server: ServerProcess,
  person: Person,
  until: { ms: number } | Promise<unknown>,
): Promise<number> {
  let over = false;
  if (until instanceof Promise) void until.finally(() => (over = true));
  const start = performance.now();
  let answered = 0;
  for await (const _ of setInterval(50)) {
    if (over || ('ms' in until && performance.now() - start >= until.ms)) break;
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const read = await call(server, 'GET /clipboard/history', { headers: person.headers });
    expect([read.status, read.body.map((clip: { content: string }) => clip.content)]).toEqual([
      200,
      ['before'],
    ]);
    answered += 1;
  }
  return answered;
}

async function startWithClip() {
  const dataDir = newFolder();
  const [ada] = await prepareStore(dataDir, 'Ada');
  const server = await startServer(dataDir);
  expect((await write(server, ada, 'before')).status).toBe(201);
  expect(existsSync(path.join(dataDir, 'clipline.sqlite-wal'))).toBe(true);
  return { dataDir, ada, server };
}

test('a store locked for two seconds: people read meanwhile, and what they write is saved', async () => {
  const { dataDir, ada, server } = await startWithClip();
  const lock = lockStore(dataDir);
  const written = ['a', 'b', 'c'].map((content) => write(server, ada, content));
  expect(await whileWaiting(server, ada, { ms: 2000 })).toBeGreaterThan(0);
  lock.release();
  expect((await Promise.all(written)).map(({ status }) => status)).toEqual([201, 201, 201]);
  const { body } = await call(server, 'GET /clipboard/history', { headers: ada.headers });
  expect(body.map((clip: { content: string }) => clip.content).toSorted()).toEqual([
    'a',
    'b',
    'before',
    'c',
  ]);
});

test('a store that stays locked: people read, writers are told to come back, and then it is saved', async () => {
  const { dataDir, ada, server } = await startWithClip();
  const lock = lockStore(dataDir);
  const refused = Promise.all(['a', 'b', 'c'].map((content) => write(server, ada, content)));
  expect(await whileWaiting(server, ada, refused)).toBeGreaterThan(0);
  for (const { status, headers, body } of (await refused) satisfies Answer[]) {
    expect([status, body]).toEqual([
      503,
      { error: 'The server is busy. Please try again in a moment.', code: 'UNAVAILABLE' },
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  lock.release();
  expect((await write(server, ada, 'after')).status).toBe(201);
  const { body } = await call(server, 'GET /clipboard/history', { headers: ada.headers });
  expect(body.map((clip: { content: string }) => clip.content)).toEqual(['after', 'before']);
});
