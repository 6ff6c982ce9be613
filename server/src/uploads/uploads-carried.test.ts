import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UPLOAD_PART_BYTES as PART } from '@clipline/contract/limits.ts';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, signIn, signUp } from '../../testing/factories.ts';
import { begin, putAll } from '../../testing/in-parts.ts';
import { createBackup } from '../commands/create-backup.ts';
import { restoreBackup } from '../commands/restore-backup.ts';
import { loadConfig } from '../config.ts';
import { objectFile } from '../core/storage/disk.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'clipline-carried-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a backup carries and checks what came in parts, and no upload that is not finished', async () => {
  const bytes = randomBytes(PART + 7);
  const app = await buildTestApp({ MAX_FILE_MB: '20' });
  const { headers, user } = await signUp(app);
  const { body: clip } = await call(app, 'POST /clipboard', { headers, body: { content: 'x' } });
  const place = `clipboard/${clip.id}`;
  const [done, open] = [
    await begin(app, place, headers, { size: bytes.length }),
    await begin(app, place, headers, { size: bytes.length }),
  ];
  for (const { body } of [done, open]) await putAll(app, body.id, bytes, headers);
  const body = { uploadId: done.body.id };
  expect((await call(app, `POST /${place}/files`, { headers, body })).status).toBe(201);
  const archive = path.join(folder, 'backup.tar');
  const first = await createBackup(app.config, archive);
  expect(first).toMatchObject({ files: 1, damaged: [] });

  const target = path.join(folder, 'restored');
  await restoreBackup(loadConfig({ DATA_DIR: target }), archive);
  const restored = await buildTestApp({ DATA_DIR: target, MAX_FILE_MB: '20' });
  const again = bearer(await signIn(restored, user.id));
  expect((await call(restored, 'GET /uploads', { headers: again })).body).toEqual([]);
  const [file] = (await call(restored, `GET /${place}/files`, { headers: again })).body;
  const range = `bytes=${PART - 1}-`;
  const rest = await fetch(restored.url + file.url, { headers: { range } });
  expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(PART - 1))).toBe(true);
  await restored.stop();

  const part = path.join(objectFile(path.join(app.dataDir, 'blobs'), done.body.id), '1');
  writeFileSync(
    part,
    readFileSync(part)
      .fill(0, 0, 1)
      .map((byte) => byte ^ 1),
  );
  const second = await createBackup(app.config, path.join(folder, 'damaged.tar'));
  expect(second.damaged).toEqual([done.body.id]);
  await app.stop();
});
