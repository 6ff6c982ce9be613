import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { call } from '../../server/testing/call.ts';
import { type Person, TEST_PASSWORD } from '../../server/testing/factories.ts';
import {
  cleanUp,
  newFolder,
  PATIENT,
  prepareStore,
  type ServerProcess,
  startServer,
} from './support/server-process.ts';

/**
 * 10 s are promised. A starved machine may take twice as long, and an upload that is waited for
 * ends when nothing came for 30.
 */
const LIMIT_MS = 20_000;
const BYTES = 1_000_000;
const BOUNDARY = 'faults';

test.describe.configure({ mode: 'parallel' });
test.afterEach(cleanUp);

async function startWithClip() {
  const dataDir = newFolder();
  const [ada] = await prepareStore(dataDir, 'Ada');
  const server = await startServer(dataDir);
  const { body: clip } = await call(server, 'POST /clipboard', {
    body: { content: 'a clip' },
    headers: ada.headers,
  });
  return { dataDir, ada, server, clipId: clip.id as string };
}

/** An upload whose second half is sent when the test says so. */
async function beginUpload(server: ServerProcess, person: Person, clipId: string) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="half.bin"\r\n\r\n`;
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  const bytes = randomBytes(BYTES);
  const { hostname, port } = new URL(server.url);
  const socket: Socket = connect(Number(port), hostname).setEncoding('latin1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk: string) => (answer += chunk));
  const closed = once(socket, 'close').then(() => answer);
  await once(socket, 'connect');
  socket.write(
    `POST /api/clipboard/${clipId}/files HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${person.headers.authorization}\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${head.length + BYTES + tail.length}\r\n\r\n${head}`,
  );
  socket.write(bytes.subarray(0, BYTES / 2));
  return {
    closed,
    finish() {
      socket.write(bytes.subarray(BYTES / 2));
      socket.write(tail);
    },
  };
}

/** 0 where it was removed meanwhile. */
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
/** Whole ones and those that are being written. */
const storedFiles = (dataDir: string) =>
  readdirSync(path.join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && sizeOf(path.join(entry.parentPath, entry.name)) > 0,
  );
const filesOf = async (server: ServerProcess, person: Person, clipId: string) =>
  (await call(server, `GET /clipboard/${clipId}`, { headers: person.headers })).body.files;
/** No one new is let in any more. */
const isRefused = async (server: ServerProcess) =>
  fetch(`${server.url}/healthz`).then(
    () => false,
    () => true,
  );

test('SIGTERM lets an upload and calls that run come to their end, and ends with 0', async () => {
  const { dataDir, ada, server, clipId } = await startWithClip();
  const upload = await beginUpload(server, ada, clipId);
  await expect.poll(() => storedFiles(dataDir), PATIENT).toHaveLength(1);
  // Hashing a password takes a while, so some of them still run when the signal comes.
  const logins = Array.from({ length: 20 }, () =>
    call(server, 'POST /auth/login', { body: { email: ada.user.email, password: TEST_PASSWORD } }),
  );
  await logins[0];
  const start = performance.now();
  server.child.kill('SIGTERM');
  await expect.poll(() => isRefused(server), PATIENT).toBe(true);
  upload.finish();
  expect(await upload.closed).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
  for (const { status } of await Promise.all(logins)) expect(status).toBe(200);
  expect(await server.ended).toBe(0);
  expect(performance.now() - start).toBeLessThan(LIMIT_MS);

  const again = await startServer(dataDir);
  expect(await filesOf(again, ada, clipId)).toMatchObject([{ name: 'half.bin', size: BYTES }]);
});

test('SIGTERM waits for no upload that never ends, ends with 0 in time, and nothing of it stays', async () => {
  const { dataDir, ada, server, clipId } = await startWithClip();
  const upload = await beginUpload(server, ada, clipId);
  await expect.poll(() => storedFiles(dataDir), PATIENT).toHaveLength(1);
  const start = performance.now();
  server.child.kill('SIGTERM');
  // A second one changes nothing.
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(performance.now() - start).toBeLessThan(LIMIT_MS);
  expect(await upload.closed).not.toMatch(/^HTTP\/1\.1 2/);

  const again = await startServer(dataDir);
  expect(await filesOf(again, ada, clipId)).toEqual([]);
  expect(storedFiles(dataDir)).toEqual([]);
});
