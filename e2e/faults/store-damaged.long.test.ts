import { closeSync, cpSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { call } from '../../server/testing/call.ts';
import type { Person } from '../../server/testing/factories.ts';
import { upload } from '../../server/testing/uploads.ts';
import {
  cleanUp,
  newFolder,
  prepareStore,
  refusedStart,
  startServer,
} from './support/server-process.ts';
import { canMount, mountSmallDisk } from './support/small-disk.ts';

const PAGE = 4096;
const CLIPS = 41;

let whole: string;
let ada: Person;

test.beforeAll(async () => {
  whole = newFolder();
  [ada] = await prepareStore(whole, 'Ada');
  const server = await startServer(whole);
  const { headers } = ada;
  for (let index = 1; index < CLIPS; index++)
    await call(server, 'POST /clipboard', {
      body: { content: `clip ${index} `.padEnd(20_000, 'words ') },
      headers,
    });
  const { body: clip } = await call(server, 'POST /clipboard', {
    body: { content: 'with a file' },
    headers,
  });
  expect((await upload(server, `/clipboard/${clip.id}/files`, headers)).status).toBe(201);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
test.afterAll(cleanUp);

function copyOfWhole(): { dataDir: string; file: string } {
  const dataDir = newFolder();
  cpSync(whole, dataDir, { recursive: true });
  return { dataDir, file: path.join(dataDir, 'clipline.sqlite') };
}

function breakInside(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(
    handle,
    Buffer.alloc(20 * PAGE, 7),
    0,
    20 * PAGE,
    Math.floor(statSync(file).size / PAGE / 2) * PAGE,
  );
  closeSync(handle);
}

// Other kinds of damage: refuse-damage.test.ts, beside what refuses them.
test('a damaged store ends the service with one line, and a backup helps', async () => {
  const { dataDir, file } = copyOfWhole();
  breakInside(file);
  const damaged = await startServer(dataDir);
  expect(await damaged.ended).toBe(1);
  expect(damaged.printed.err).toMatch(
    /^DATA_DIR: clipline\.sqlite is damaged, and the service stops\. Restore it from a backup\. \(.+\)\n$/,
  );
  for (const name of readdirSync(dataDir))
    if (name.startsWith('clipline.sqlite')) rmSync(path.join(dataDir, name));
  cpSync(path.join(whole, 'clipline.sqlite'), file);
  const server = await startServer(dataDir);
  expect(
    (await call(server, 'GET /clipboard/history', { headers: ada.headers })).body,
  ).toHaveLength(CLIPS);
});

test('a lost store is not begun anew beside its files', async () => {
  const { dataDir, file } = copyOfWhole();
  rmSync(file);
  expect(await refusedStart(dataDir)).toEqual({
    code: 1,
    lines: [
      'DATA_DIR: clipline.sqlite is missing or empty although there are uploaded files. Restore it from a backup.',
    ],
  });
});

test('a second process is refused, also beside one that came after a kill', async () => {
  const { dataDir } = copyOfWhole();
  await (await startServer(dataDir)).kill();
  const second = await startServer(dataDir);
  expect(await refusedStart(dataDir)).toEqual({
    code: 1,
    lines: [
      `${dataDir} is in use by another Clipline process. Stop it first, or set DATA_DIR to another folder.`,
    ],
  });
  expect(
    (await call(second, 'POST /clipboard', { body: { content: 'goes on' }, headers: ada.headers }))
      .status,
  ).toBe(201);
});

test.describe('a folder that cannot be written', () => {
  test.skip(!canMount, 'needs to mount one, as root');

  test('is refused in one line, and works once it can', async () => {
    const disk = mountSmallDisk(64);
    try {
      cpSync(whole, disk.folder, { recursive: true });
      disk.setReadOnly(true);
      expect(await refusedStart(disk.folder)).toEqual({
        code: 1,
        lines: [expect.stringMatching(/^DATA_DIR cannot be used: EROFS/)],
      });
      disk.setReadOnly(false);
      const server = await startServer(disk.folder);
      expect(
        (
          await call(server, 'POST /clipboard', {
            body: { content: 'saved' },
            headers: ada.headers,
          })
        ).status,
      ).toBe(201);
    } finally {
      disk.unmount();
    }
  });
});
