import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { signUp } from '../../../testing/factories.ts';
import { memoryStorage } from '../../../testing/memory-storage.ts';
import { type ObjectStorage, StorageAway } from '../../platform/storage/object-storage.ts';
import { refuseForeignFiles } from './refuse-foreign-files.ts';

let app: TestApp;
let storage: ObjectStorage;

beforeEach(async () => {
  app = await buildTestApp();
  storage = memoryStorage();
});
afterEach(() => app.stop());

async function* bytes() {
  yield Buffer.from('of another database');
}
const refusal = 'the database is empty, but S3_BUCKET holds uploaded files';

test('an empty database and an empty storage belong together', async () => {
  await expect(refuseForeignFiles(app.store.db, storage)).resolves.toBeUndefined();
});

test('an empty database is refused files that it does not know', async () => {
  const key = await storage.put(bytes());
  await expect(refuseForeignFiles(app.store.db, storage)).rejects.toThrow(refusal);
  expect((await Array.fromAsync(storage.list())).map((object) => object.key)).toEqual([key]);
});

test('a database in which there is an account goes on, whatever was left behind', async () => {
  await storage.put(bytes());
  await signUp(app);
  await expect(refuseForeignFiles(app.store.db, storage)).resolves.toBeUndefined();
});

test('a storage that is away refuses no start', async () => {
  const away: ObjectStorage = {
    ...storage,
    list() {
      throw new StorageAway('no answer');
    },
  };
  await expect(refuseForeignFiles(app.store.db, away)).resolves.toBeUndefined();
});
