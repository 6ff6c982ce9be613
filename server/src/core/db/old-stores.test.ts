import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { afterAll, expect, test, vi } from 'vitest';
import { migrations } from '../../migrations/migrations.ts';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { signIn } from '../../../testing/factories.ts';
import { onEachEmptyDatabase } from '../../../testing/on-each-database.ts';
import type { Db } from './database.ts';
import { openStore } from './open.ts';

const stepNames = Object.keys(migrations);

// Stores of versions before, with something in them, brought up to date step by step.

const folder = mkdtempSync(path.join(tmpdir(), 'clipline-old-stores-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(path.join(folder, 'store-'));

const FIRST = '0007-large-rooms';
const APP_SECRET = 's'.repeat(32);

async function migrateTo(db: Db, last: string): Promise<void> {
  const steps: Record<string, Migration> = {};
  for (const name of stepNames.slice(0, stepNames.indexOf(last) + 1))
    steps[name] = (await import(`../../migrations/${name}.ts`)) as Migration;
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => steps },
  }).migrateToLatest();
  expect(error, last).toBeUndefined();
}

/** As the version wrote it whose last step was the seventh. */
async function fill(db: Db): Promise<void> {
  const now = Date.now();
  for (const [id, name] of [
    ['ada', 'Ada'],
    ['bob', 'Bob'],
  ])
    await sql`insert into users (id, email, name, password_hash, created_at)
      values (${id}, ${`${id}@example.com`}, ${name}, 'hash', 1)`.execute(db);
  for (const [id, at, favorite, deleted, text] of [
    ['clip-one', 1, 1, null, 'Straße of one'],
    ['clip-two', 2, 0, null, 'Łódź co\u00adoperates'],
    ['clip-gone', 3, 0, now, 'deleted clip'],
  ] as const) {
    await sql`insert into clips (id, user_id, is_favorite, file_count, segment, saved_at,
      deleted_at, created_at, updated_at, version, content_version, content)
      values (${id}, 'ada', ${favorite}, 0, 1, ${at}, ${deleted}, ${at}, ${at}, 3, 2, ${text})`.execute(
      db,
    );
    if (deleted === null)
      await sql`insert into clip_search (clip_id, user_id, created_at, is_long, names, text)
        values (${id}, 'ada', ${at}, 0, '', ${text.toLowerCase()})`.execute(db);
  }
  await sql`insert into clip_counts (user_id, segment, first_at, last_at, added, clips,
    with_files, favorites, favorites_with_files) values ('ada', 1, 1, 3, 3, 2, 0, 1, 0)`.execute(
    db,
  );
  await sql`insert into rooms (id, owner_id, name, is_private, share_token, member_count,
    content_count, created_at, updated_at) values ('room', 'ada', 'Room', 1, 't', 2, 1, 1, 1)`.execute(
    db,
  );
  for (const [id, role, at] of [
    ['ada', 'owner', 1],
    ['bob', 'member', 2],
  ] as const)
    await sql`insert into room_members (room_id, member_id, user_id, email, role, joined_at)
      values ('room', ${id}, ${id}, ${`${id}@example.com`}, ${role}, ${at})`.execute(db);
  for (const [id, at, deleted, text] of [
    ['item', 1, null, 'Fuß of an item'],
    ['item-gone', 2, now, 'deleted item'],
  ] as const)
    await sql`insert into room_content (id, room_id, user_id, author_email, type, version,
      created_at, updated_at, deleted_at, search_text, content) values (${id}, 'room', 'bob',
      'bob@example.com', 'text', 1, ${at}, ${at}, ${deleted}, ${text.toLowerCase()}, ${text})`.execute(
      db,
    );
  await sql`insert into desktops (id, user_id, browser_hash, network_id, share_token, item_count,
    byte_count, text_byte_count, version, created_at, updated_at, used_at)
    values ('desk', 'ada', null, 'n', 's', 1, 7, 7, 1, 1, 1, ${now})`.execute(db);
  await sql`insert into desktop_items (id, desktop_id, type, position, size, bytes, version, place,
    created_at, content) values ('block', 'desk', 'text', '{"x":1,"y":2}',
    '{"width":200,"height":150}', 7, 1, 1, 1, 'on desk')`.execute(db);
}

/** What is known by a key, as the version wrote it whose last step came before that of one table. */
async function fillKeys(db: Db): Promise<void> {
  await sql`insert into idempotency (key, user_id, fingerprint, status, reply, created_at)
    values ('key', 'ada', 'print', 201, '{"a":1}', 1)`.execute(db);
  for (const [id, files, clip, forgetAt] of [
    ['kept', 2, 'clip-one', null],
    ['gone', 0, null, 9],
  ] as const)
    await sql`insert into captures (user_id, capture_id, fingerprint, files, clip_id, created_at,
      forget_at) values ('ada', ${id}, 'print', ${files}, ${clip}, 1, ${forgetAt})`.execute(db);
  await sql`insert into capture_parts (clip_id, part, file_id) values ('clip-one', 1, 'file')`.execute(
    db,
  );
  await sql`insert into links (id, user_id, kind, generation, epoch, token_hash, access, views,
    burn, notify, created_at) values ('inbox', 'ada', 'inbox', 1, 1, 't', 'drop', 0, 0, 0, 1)`.execute(
    db,
  );
  for (const clip of ['clip-two', 'clip-lost'])
    await sql`insert into link_sendings (link_id, capture_id, grant_hash, fingerprint, files,
      clip_id, created_at) values ('inbox', ${`sent-${clip}`}, 'grant', 'print', 1, ${clip}, 1)`.execute(
      db,
    );
}

async function checkKeys(db: Db): Promise<void> {
  const rows = await db.selectFrom('once').selectAll().orderBy('key').execute();
  const found = rows.map(({ key, fingerprint, clip_id, reply, forget_at }) => [
    key,
    fingerprint,
    clip_id,
    JSON.parse(reply),
    forget_at,
  ]);
  const sent = { grantHash: 'grant', files: 1, parts: {} };
  const captured = { id: 'clip-one', grantHash: null, files: 2, parts: { 1: 'file' } };
  expect(found).toEqual([
    ['capture ada gone', 'print 0', null, { ...captured, id: '', files: 0, parts: {} }, 9],
    ['capture ada kept', 'print 2', 'clip-one', captured, null],
    ['key', 'print', null, { a: 1 }, 86_400_001],
    ['sending inbox sent-clip-lost', 'print 1', null, { ...sent, id: 'clip-lost' }, null],
    ['sending inbox sent-clip-two', 'print 1', 'clip-two', { ...sent, id: 'clip-two' }, null],
  ]);
}

/** Pictures with a preview, with none that could be drawn, and of which none came yet; a text. */
async function fillPictures(db: Db): Promise<void> {
  for (const [id, type] of [
    ['drawn', 'image/png'],
    ['refused', 'image/gif'],
    ['new', 'image/webp'],
    ['text', 'text/plain'],
  ] as const) {
    await sql`insert into blobs (id, sha256, size, created_at)
      values (${id}, ${id}, 1, 1)`.execute(db);
    await sql`insert into files (id, blob_id, holder_kind, holder_id, name, size, media_type,
      created_at) values (${id}, ${id}, 'clip', 'clip-lost', 'a', 1, ${type}, 1)`.execute(db);
  }
  await sql`insert into previews (blob_id, object_key, width, height, size)
    values ('drawn', 'object', 1, 1, 1), ('refused', null, null, null, 0)`.execute(db);
}

async function checkPictures(db: Db): Promise<void> {
  const files = await db
    .selectFrom('files')
    .select(['id', 'preview_turns'])
    .orderBy('id')
    .execute();
  expect(files.map(({ id, preview_turns }) => [id, preview_turns])).toEqual([
    ['drawn', 0],
    ['new', 4],
    ['refused', 4],
    ['text', 0],
  ]);
  expect(await db.selectFrom('previews').select('blob_id').execute()).toEqual([
    { blob_id: 'drawn' },
  ]);
}

/** As the version wrote it that knew of no last change by a link. */
async function fillEdits(db: Db): Promise<void> {
  await sql`insert into clip_versions (thing_id, version, saved_at, by_kind, by_id, is_last_own,
    chars, bytes, files, packed) values ('clip-two', 2, 1, 'link', 'link', 0, 0, 0, '[]', '')`.execute(
    db,
  );
  await sql`update users set new_clips_open = 0 where id = 'bob'`.execute(db);
  await sql`insert into clips (id, user_id, is_favorite, file_count, created_at, updated_at,
    version, content_version, content) values ('draft', 'bob', 0, 0, 1, 1, 1, 1, '')`.execute(db);
}

async function checkEdits(db: Db): Promise<void> {
  const rows = await db.selectFrom('clips').select(['id', 'via', 'address_open']).execute();
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of('clip-one')).toMatchObject({ via: null, address_open: 1 });
  expect(of('clip-two')).toMatchObject({ via: '{"kind":"edit","label":null}', address_open: 1 });
  expect(of('draft')).toMatchObject({ via: null, address_open: 0 });
}

/** That all of it is there, and that it can be worked with. */
async function check(environment: Record<string, string>): Promise<void> {
  const app = await buildTestApp(environment);
  try {
    const headersOf = async (id: string) => ({
      authorization: `Bearer ${(await signIn(app, id)).access_token}`,
    });
    const ada = await headersOf('ada');
    const as = async (what: Parameters<typeof call>[1], body?: unknown) => {
      const answer = await call(app, what, { headers: ada, ...(body ? { body } : {}) });
      expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(300);
      return answer.body;
    };
    const page = await as('GET /clipboard/history?search=strasse&page=1');
    expect(page).toMatchObject({
      total: 1,
      clips: [{ id: 'clip-one', isFavorite: true, version: 3, addressOpen: true, tags: [] }],
    });
    expect((await as('GET /clipboard/history?search=lodz+cooperates&page=1')).total).toBe(1);
    const { clips } = await as('GET /clipboard/history?page=1');
    expect(clips.map(({ content }: { content: string }) => content)).toEqual([
      'Łódź co\u00adoperates',
      'Straße of one',
    ]);
    expect(await as('GET /clipboard/stats')).toMatchObject({ totalClips: 2, favoriteClips: 1 });
    const trash = await as('GET /trash');
    expect(trash.items.map(({ id }: { id: string }) => id).toSorted()).toEqual([
      'clip-gone',
      'item-gone',
    ]);
    await as('POST /trash/clip/clip-gone/restore');
    expect((await as('GET /clipboard/history?search=deleted&page=1')).total).toBe(1);
    expect(await as('GET /clipboard/clip-one/versions')).toEqual([]);
    await as('PUT /clipboard/clip-one', { content: 'changed' });
    expect(await as('GET /clipboard/clip-one/versions')).toMatchObject([{ version: 2 }]);
    await as('POST /links', { clipId: 'clip-one' });
    const tag = await as('POST /tags', { name: 'tag' });
    await as('PUT /clipboard/clip-two/tags', { tagIds: [tag.id] });
    expect(await as('GET /rooms/room')).toMatchObject({
      name: 'Room',
      contentTotal: 1,
      content: [{ id: 'item', content: 'Fuß of an item' }],
    });
    expect((await as('GET /rooms/room/content?search=fuss')).total).toBe(1);
    expect((await as('GET /virtual-desktop')).items).toMatchObject([
      { id: 'block', content: 'on desk', position: { x: 1, y: 2 } },
    ]);
    const bob = await call(app, 'GET /rooms', { headers: await headersOf('bob') });
    expect(bob.body).toMatchObject([{ id: 'room', memberCount: 2 }]);
    expect((await call(app, 'GET /clipboard/clip-two')).status).toBe(200);
  } finally {
    await app.stop();
  }
}

onEachEmptyDatabase((environment) => {
  test('a store with something in it comes through each step since, and nothing of it is lost', async () => {
    const dataDir = newFolder();
    const on = { APP_SECRET, ...environment, DATA_DIR: dataDir };
    const store = openStore(
      { DATA_DIR: dataDir, DATABASE_URL: environment['DATABASE_URL'] },
      vi.fn(),
    );
    await migrateTo(store.db, FIRST);
    await fill(store.db);
    for (const name of stepNames.slice(stepNames.indexOf(FIRST) + 1)) {
      if (name === '0036-once') await fillKeys(store.db);
      if (name === '0043-preview-turns') await fillPictures(store.db);
      if (name === '0044-edited-by-link') await fillEdits(store.db);
      await migrateTo(store.db, name);
      if (name === '0036-once') await checkKeys(store.db);
      if (name === '0043-preview-turns') await checkPictures(store.db);
      if (name === '0044-edited-by-link') await checkEdits(store.db);
    }
    const { rows } = await sql`select name from kysely_migration`.execute(store.db);
    expect(rows).toHaveLength(stepNames.length);
    await store.close();
    await check(on);
  });
});
