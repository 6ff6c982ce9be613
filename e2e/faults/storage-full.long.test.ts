import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Answer, call } from '../../server/testing/call.ts';
import type { Person } from '../../server/testing/factories.ts';
import { upload } from '../../server/testing/uploads.ts';
import {
  cleanUp,
  newFolder,
  PATIENT,
  prepareStore,
  refusedStart,
  type ServerProcess,
  startServer,
} from './support/server-process.ts';
import { canMount, mountSmallDisk, type SmallDisk } from './support/small-disk.ts';

const MEGABYTE = 1024 * 1024;
const FULL = { status: 507, body: { error: 'Storage is full', code: 'STORAGE_FULL' } };

const disks: SmallDisk[] = [];
const mounted = (...given: Parameters<typeof mountSmallDisk>): SmallDisk => {
  const disk = mountSmallDisk(...given);
  disks.push(disk);
  return disk;
};
test.afterEach(async () => {
  for (const disk of disks.splice(0).toReversed()) disk.unmount();
  await cleanUp();
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const outcome = ({ status, body }: Answer) => ({ status, body });

/** What one person saves, and what the server has acknowledged of it. */
async function startSaving(server: ServerProcess, person: Person) {
  const { headers } = person;
  const clip = (
    await call(server, 'POST /clipboard', { body: { content: 'the first text' }, headers })
  ).body;
  const acknowledged = { content: 'the first text', files: new Map<string, string>() };
  return {
    acknowledged,
    async attach(bytes = randomBytes(2 * MEGABYTE), at = server): Promise<Answer> {
      const answer = await upload(at, `/clipboard/${clip.id}/files`, headers, {
        name: 'a.bin',
        bytes,
      });
      if (answer.status === 201) acknowledged.files.set(answer.body.id, sha256(bytes));
      return answer;
    },
    async write(content = randomBytes(100_000).toString('hex'), at = server): Promise<Answer> {
      const answer = await call(at, `PUT /clipboard/${clip.id}`, { body: { content }, headers });
      if (answer.status === 200) acknowledged.content = content;
      return answer;
    },
    async expectKept(at = server): Promise<void> {
      const read = await call(at, `GET /clipboard/${clip.id}`, { headers });
      expect(read.body.content === acknowledged.content, 'the text that was acknowledged').toBe(
        true,
      );
      const files = new Map<string, string>();
      for (const { id, url } of read.body.files)
        files.set(
          id,
          sha256(new Uint8Array(await (await fetch(new URL(url, at.url))).arrayBuffer())),
        );
      expect(files).toEqual(acknowledged.files);
      const list = await call(at, 'GET /clipboard/history?page=1&search=a', { headers });
      expect([list.status, list.body.total]).toEqual([200, 1]);
    },
  };
}

/** Does it until it is refused; throws when it never is. */
async function untilRefused(act: () => Promise<Answer>): Promise<Answer> {
  for (let turn = 0; turn < 100; turn++) {
    const answer = await act();
    if (answer.status >= 300) return answer;
  }
  throw new Error('The disk never filled up');
}

const readiness = async (server: ServerProcess) => (await fetch(`${server.url}/readyz`)).status;

test.describe('a full disk', () => {
  test.skip(!canMount, 'needs to mount one, as root');

  test('refuses what needs room, goes on reading, heals without a restart, and loses nothing it acknowledged', async () => {
    const disk = mounted(24);
    // What is made free later on: more than what the server keeps free.
    disk.take(4);
    const [ada, bob] = await prepareStore(disk.folder, 'Ada', 'Bob');
    let server = await startServer(disk.folder);
    const saving = await startSaving(server, ada);

    expect(outcome(await untilRefused(() => saving.attach()))).toEqual(FULL);
    expect(saving.acknowledged.files.size).toBeGreaterThan(0);
    disk.fill();
    expect(outcome(await untilRefused(() => saving.write()))).toEqual(FULL);

    const refused = await Promise.all([
      ...Array.from({ length: 5 }, () => saving.attach()),
      ...Array.from({ length: 5 }, () => saving.write()),
      call(server, 'POST /clipboard', {
        body: { content: 'x'.repeat(100_000) },
        headers: bob.headers,
      }),
      call(server, 'POST /rooms', {
        body: { name: 'x'.repeat(50), isPrivate: false },
        headers: bob.headers,
      }),
    ]);
    for (const answer of refused) expect(outcome(answer)).toEqual(FULL);
    await saving.expectKept();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await expect(async () => expect(await readiness(server)).toBe(503)).toPass(PATIENT);

    disk.free();
    expect(outcome(await saving.write('there is room again'))).toMatchObject({ status: 200 });
    expect(outcome(await saving.attach(randomBytes(1000)))).toMatchObject({ status: 201 });
    await expect(async () => expect(await readiness(server)).toBe(200)).toPass(PATIENT);
    await saving.expectKept();

    disk.fill();
    await untilRefused(() => saving.write());
    await server.kill();
    disk.free();
    server = await startServer(disk.folder);
    await saving.expectKept(server);
  });

  test('at a start: what is there is served, or one line says why not, and nothing is lost', async () => {
    const disk = mounted(24);
    const [ada] = await prepareStore(disk.folder, 'Ada');
    const first = await startServer(disk.folder);
    const saving = await startSaving(first, ada);
    await saving.attach();
    disk.fill();
    await untilRefused(() => saving.write());
    await first.kill();

    disk.fill();
    const second = await startServer(disk.folder);
    await saving.expectKept(second);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);

    // The files beside the store that a kill leaves are gone, and there is no room for new ones.
    disk.fill();
    expect(await refusedStart(disk.folder)).toEqual({
      code: 1,
      lines: ['DATA_DIR: the store cannot be opened: database or disk is full'],
    });
    disk.free();
    await saving.expectKept(await startServer(disk.folder));
  });

  test('of the files keeps no one from saving texts', async () => {
    const dataDir = newFolder();
    mounted(5, path.join(dataDir, 'blobs'));
    const [ada] = await prepareStore(dataDir, 'Ada');
    const server = await startServer(dataDir);
    const saving = await startSaving(server, ada);
    expect(outcome(await untilRefused(() => saving.attach()))).toEqual(FULL);
    expect((await saving.write()).status).toBe(200);
    await saving.expectKept();
    expect((await saving.attach(randomBytes(1000))).status).toBe(201);
  });

  test('of the store keeps no bytes of an upload that could not be recorded', async () => {
    const disk = mounted(8);
    const blobs = mounted(64, path.join(disk.folder, 'blobs'));
    const [ada] = await prepareStore(disk.folder, 'Ada');
    const server = await startServer(disk.folder);
    const saving = await startSaving(server, ada);
    await saving.attach();
    disk.fill();
    await untilRefused(() => saving.write());
    expect(outcome(await untilRefused(() => saving.attach(randomBytes(1000))))).toEqual(FULL);
    await saving.expectKept();
    const stored = readdirSync(blobs.folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && statSync(path.join(entry.parentPath, entry.name)).size > 0,
    );
    expect(stored).toHaveLength(saving.acknowledged.files.size);
  });
});
