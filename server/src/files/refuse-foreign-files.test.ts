import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp } from '../../testing/factories.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { onEmptyPostgres } from '../../testing/on-each-database.ts';
import { upload } from '../../testing/uploads.ts';
import { type ObjectStorage, StorageAway } from '../core/storage/object-storage.ts';
import { refuseForeignFiles } from './files.ts';

const APP_SECRET = 's'.repeat(32);
let app: TestApp;
let storage: ObjectStorage;

beforeAll(async () => void (app = await buildTestApp({ APP_SECRET })));
beforeEach(() => void (storage = memoryStorage()));
afterAll(() => app.stop());

async function* bytes() {
  yield Buffer.from('of another database');
}
async function* nothing() {}
const refuse = () => refuseForeignFiles(app.store.db, storage, 'S3_BUCKET');

test('an empty database and an empty storage belong together', async () => {
  await expect(refuse()).resolves.toBeUndefined();
});

test('an empty database is refused files that it does not know', async () => {
  const key = await storage.put(bytes());
  await expect(refuse()).rejects.toThrow(
    /^the database is empty, but S3_BUCKET holds uploaded files, .* choose an empty bucket\.$/,
  );
  expect((await Array.fromAsync(storage.list())).map((object) => object.key)).toEqual([key]);
});

test('names that a process made before it died are no files of another database', async () => {
  await storage.put(nothing());
  await expect(refuse()).resolves.toBeUndefined();
});

test('a storage that is away refuses no start', async () => {
  const away: ObjectStorage = {
    ...storage,
    list() {
      throw new StorageAway('no answer');
    },
  };
  await expect(refuseForeignFiles(app.store.db, away, 'S3_BUCKET')).resolves.toBeUndefined();
});

test('a database in which there is an account goes on, whatever was left behind', async () => {
  await storage.put(bytes());
  await signUp(app);
  await expect(refuse()).resolves.toBeUndefined();
});

onEmptyPostgres((environment) => {
  test('PostgreSQL beside the files of a SQLite store: refused, no file gone', async () => {
    const { headers } = await signUp(app);
    const clip = (await call(app, 'POST /clipboard', { headers, body: { content: 'x' } })).body;
    const sentBytes = randomBytes(1000);
    const sent = await upload(app, `/clipboard/${clip.id}/files`, headers, { bytes: sentBytes });
    await app.close();
    const on = { DATA_DIR: app.dataDir, APP_SECRET };
    const instead = { ...on, ...environment, LOG_LEVEL: 'silent' };
    await expect(buildTestApp(instead)).rejects.toThrow(
      /^the database is empty, but DATA_DIR holds uploaded files, .* choose an empty folder\.$/,
    );
    app = await buildTestApp(on);
    expect(sentBytes.equals(await (await fetch(app.url + sent.body.url)).bytes())).toBe(true);
  });
});
