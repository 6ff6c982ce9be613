import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { upload } from '../../testing/uploads.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import type { Files } from '../files/files.ts';
import { removeOldContent, trimActivity } from './rooms.jobs.ts';

const DAY_MS = 24 * 3600 * 1000;

let app: TestApp;
let owner: Person;
let files: Files;

beforeAll(async () => {
  app = await buildTestApp({ TRASH_DAYS: '0' });
  owner = await signUp(app);
  files = { ...app.files, storage: memoryStorage() };
});
afterAll(() => app.stop());

const as = (what: Parameters<typeof call>[1], body?: unknown) =>
  call(app, what, { body, headers: owner.headers });
const rowsOf = async (table: 'room_content' | 'room_activity', roomId: string) =>
  (await app.store.db.selectFrom(table).select('id').where('room_id', '=', roomId).execute())
    .length;
const roomWithContent = async () => {
  const { body: room } = await as('POST /rooms', { name: 'Full' });
  const items: { id: string }[] = [];
  for (const content of ['One', 'Two'])
    items.push((await as(`POST /rooms/${room.id}/content`, { content })).body);
  items.push(
    (
      await upload(app, `/rooms/${room.id}/upload`, owner.headers, {
        name: 'a.txt',
        bytes: room.id,
      })
    ).body,
  );
  return { room, items };
};
const filesOf = (items: { id: string }[]) =>
  app.store.db
    .selectFrom('files')
    .select(['id', 'blob_id'])
    .where(
      'holder_id',
      'in',
      items.map(({ id }) => id),
    )
    .execute();

test('what was deleted goes with its file once it can no longer be restored', async () => {
  const { room, items } = await roomWithContent();
  const [file] = await filesOf(items);
  for (const { id } of items.slice(1)) await as(`DELETE /rooms/${room.id}/content/${id}`);
  await removeOldContent(files, 600_000, Date.now());
  expect(await rowsOf('room_content', room.id)).toBe(3);
  await removeOldContent(files, 600_000, Date.now() + 600_001);
  expect(await rowsOf('room_content', room.id)).toBe(1);
  expect(await filesOf(items)).toEqual([]);
  expect(
    await app.store.db
      .selectFrom('blobs')
      .select('id')
      .where('id', '=', file?.blob_id ?? '')
      .execute(),
  ).toEqual([]);
  expect((await as(`GET /rooms/${room.id}`)).body).toMatchObject({
    contentTotal: 1,
    content: [{ content: 'One' }],
  });
});

test('a deleted room goes with all that it held once its time is over', async () => {
  const { room, items } = await roomWithContent();
  const { room: kept } = await roomWithContent();
  await as(`DELETE /rooms/${room.id}`);
  await removeOldContent(files, 600_000, Date.now());
  expect(await rowsOf('room_content', room.id)).toBe(3);
  await removeOldContent(files, 600_000, Date.now() + 600_001);
  expect([await rowsOf('room_content', room.id), await rowsOf('room_activity', room.id)]).toEqual([
    0, 0,
  ]);
  expect(await filesOf(items)).toEqual([]);
  expect(
    await app.store.db.selectFrom('rooms').select('id').where('id', '=', room.id).execute(),
  ).toEqual([]);
  expect([await rowsOf('room_content', kept.id), await rowsOf('room_activity', kept.id)]).toEqual([
    3, 3,
  ]);
});

test('of a long log the newest entries are kept, and paged as ever', async () => {
  const [{ room }, { room: other }] = [await roomWithContent(), await roomWithContent()];
  const { db } = app.store;
  const first = await db
    .selectFrom('room_activity')
    .selectAll()
    .where('room_id', '=', room.id)
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const older = Array.from({ length: 1200 }, (_, index) => ({
    ...first,
    id: `${room.id}${index}`,
    created_at: first.created_at - 1200 + index,
  }));
  for (let from = 0; from < older.length; from += 200)
    await db
      .insertInto('room_activity')
      .values(older.slice(from, from + 200))
      .execute();
  const entries = await rowsOf('room_activity', room.id);
  // Nothing happened there for long: it is not looked at.
  await trimActivity(db, Date.now() + DAY_MS, 450);
  expect(await rowsOf('room_activity', room.id)).toBe(entries);
  await trimActivity(db, Date.now(), 450);
  expect(await rowsOf('room_activity', room.id)).toBe(450);
  expect(await rowsOf('room_activity', other.id)).toBe(3);

  const read: { id: string }[] = [];
  for (let page = 0; page === 0 || read.length % 200 === 0; page++) {
    const before = page === 0 ? '' : `&before=${read.at(-1)?.id}`;
    read.push(...(await as(`GET /rooms/${room.id}/activity?limit=200${before}`)).body);
  }
  expect(read.length).toBe(450);
  expect(read.at(-1)?.id).toBe(older.at(entries - 450)?.id);
});
