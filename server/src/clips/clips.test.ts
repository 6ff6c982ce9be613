import { MAX_TEXT_BYTES } from '@clipline/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { upload } from '../../testing/uploads.ts';
import { removeOldClips } from './clips.module.ts';

const MINUTE = 60_000;
const notFound = { error: 'Clip not found', code: 'CLIP_NOT_FOUND' };

let app: TestApp;
let owner: Person;
let other: Person;

beforeAll(async () => {
  app = await buildTestApp({ TRASH_DAYS: '0' });
  other = await signUp(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  owner = await signUp(app);
});

const as = (person: Person | undefined, body?: unknown, headers: Record<string, string> = {}) => ({
  ...(body === undefined ? {} : { body }),
  headers: { ...person?.headers, ...headers },
});
const create = async (content: string, person = owner) =>
  (await call(app, 'POST /clipboard', as(person, { content }))).body;
const read = (id: string, person: Person | undefined = owner) =>
  call(app, `GET /clipboard/${id}`, as(person));
const save = (id: string, content: string, headers: Record<string, string> = {}) =>
  call(app, `PUT /clipboard/${id}`, as(owner, { content }, headers));
const attach = (id: string, person = owner, file = {}) =>
  upload(app, `/clipboard/${id}/files`, person.headers, file);
const history = async () => (await call(app, 'GET /clipboard/history', as(owner))).body;
const stats = async () => (await call(app, 'GET /clipboard/stats', as(owner))).body;

describe('saving', () => {
  test('a new clip', async () => {
    const answer = await call(
      app,
      'POST /clipboard',
      as(owner, { content: 'Hello', type: 'text' }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      content: 'Hello',
      userId: owner.user.id,
      isFavorite: false,
      files: [],
      fileName: null,
      fileType: null,
      filePath: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: answer.body.createdAt,
      version: 1,
      tags: [],
      addressOpen: true,
    });
    expect((await read(answer.body.id)).body).toEqual(answer.body);
  });

  test('its text again', async () => {
    const { id, createdAt } = await create('one');
    const answer = await save(id, 'two');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, content: 'two', version: 2, createdAt });
    expect((await read(id)).body).toEqual(answer.body);
    expect((await save(id, '')).body).toMatchObject({ content: '', version: 3 });
  });

  test('the same text changes nothing', async () => {
    const clip = await create('same');
    expect((await save(clip.id, 'same')).body).toEqual(clip);
  });

  test('whatever text there is', async () => {
    for (const content of [
      '\u0000 and \ud800',
      '<script>alert(1)</script>',
      "'; drop table clips; --",
      '\r\n\t',
      '😀'.repeat(1000),
      ' ',
    ]) {
      const { id } = await create(content);
      expect((await read(id)).body.content).toBe(content.replaceAll('\0', '\ufffd').toWellFormed());
    }
  });

  test('a text of 512 KiB, and no more', async () => {
    const longest = 'é'.repeat(MAX_TEXT_BYTES / 2);
    const { id } = await create(longest);
    expect((await read(id)).body.content).toBe(longest);
    for (const answer of [
      await call(app, 'POST /clipboard', as(owner, { content: `${longest}x` })),
      await save(id, `${longest}x`),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        413,
        { error: 'The text is too long. At most 512 KiB can be saved.', code: 'TEXT_TOO_LONG' },
      ]);
    }
    expect((await history()).length).toBe(1);
  });
});

describe('saving upon a version', () => {
  test('is refused when the text was saved in between, and shows it', async () => {
    const { id } = await create('first');
    const saved = (await save(id, 'second', { 'if-match': '"1"' })).body;
    const answer = await save(id, 'mine', { 'if-match': '"1"' });
    expect(answer.status).toBe(412);
    expect(answer.body).toEqual({
      error: 'Somebody else saved this in the meantime',
      code: 'VERSION_CONFLICT',
      clip: saved,
    });
    expect((await read(id)).body).toEqual(saved);
    expect((await save(id, 'mine', { 'if-match': `"${saved.version}"` })).status).toBe(200);
  });

  test('is not disturbed by changes of files', async () => {
    const { id } = await create('text');
    const file = (await attach(id)).body;
    expect((await save(id, 'upon an older version', { 'if-match': '1' })).body).toMatchObject({
      version: 3,
      content: 'upon an older version',
    });
    await call(app, `DELETE /clipboard/${id}/files/${file.id}`, as(owner));
    expect((await save(id, 'again', { 'if-match': 'W/"3"' })).status).toBe(200);
    expect((await save(id, 'again', { 'if-match': '"99"' })).status).toBe(412);
    expect((await save(id, 'again', { 'if-match': '*' })).status).toBe(200);
    expect((await save(id, 'again', { 'if-match': 'x' })).status).toBe(400);
  });
});

describe('a draft', () => {
  test('is one, however often it is asked for', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => call(app, 'POST /clipboard', as(owner, { content: '' }))),
    );
    expect(responses.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(new Set(responses.map((answer) => answer.body.id)).size).toBe(1);
    expect((await create('', other)).id).not.toBe(responses[0]?.body.id);
  });

  test('is known to its owner alone, and in no list or number', async () => {
    const { id } = await create('');
    expect((await read(id)).status).toBe(200);
    expect((await read(id, other)).body).toEqual(notFound);
    await call(app, `POST /clipboard/${id}/favorite`, as(owner));
    expect(await history()).toEqual([]);
    for (const list of [
      'history?page=1',
      'favorites?page=1',
      'history?type=text',
      'history?search=x',
    ])
      expect((await call(app, `GET /clipboard/${list}`, as(owner))).body).toEqual({
        clips: [],
        total: 0,
      });
    expect(await stats()).toEqual({
      totalClips: 0,
      textClips: 0,
      favoriteClips: 0,
      activeRooms: 0,
    });
  });

  test('becomes a clip, made now, with its first text', async () => {
    const { id } = await create('');
    await app.store.db
      .updateTable('clips')
      .set({ created_at: 1000 })
      .where('id', '=', id)
      .execute();
    const before = Date.now();
    const saved = (await save(id, 'text', { 'if-match': '1' })).body;
    expect(Date.parse(saved.createdAt)).toBeGreaterThanOrEqual(before);
    const { addressOpen: _open, tags: _tags, ...seen } = saved;
    expect((await read(id, other)).body).toEqual(seen);
    expect((await history()).map((clip: { id: string }) => clip.id)).toEqual([id]);
    expect((await create('')).id).not.toBe(id);
  });

  test('becomes a clip with its first file', async () => {
    const { id } = await create('');
    expect((await attach(id)).status).toBe(201);
    expect((await read(id, other)).body).toMatchObject({
      content: '',
      version: 2,
      fileName: 'a.txt',
    });
    expect(await stats()).toMatchObject({ totalClips: 1, textClips: 0 });
  });

  test('is removed after 24 hours', async () => {
    const { id } = await create('');
    const clip = await create('saved');
    await removeOldClips({ ...app, trashMs: 600_000 }, Date.now() + 23 * 60 * MINUTE);
    expect((await read(id)).status).toBe(200);
    await removeOldClips({ ...app, trashMs: 600_000 }, Date.now() + 25 * 60 * MINUTE);
    expect((await read(id)).status).toBe(404);
    expect((await read(clip.id)).status).toBe(200);
  });
});

describe('who may', () => {
  test('anyone with the id reads a saved clip and its files, and only the owner sees the mark', async () => {
    const { id } = await create('shared');
    const file = (await attach(id)).body;
    await call(app, `POST /clipboard/${id}/favorite`, as(owner));
    const own = (await read(id)).body;
    expect(own.isFavorite).toBe(true);
    expect(own).toMatchObject({
      files: [file],
      fileName: file.name,
      fileType: file.type,
      filePath: file.url,
    });
    for (const viewer of [other, undefined]) {
      expect((await call(app, `GET /clipboard/${id}`, as(viewer))).body).toEqual({
        ...own,
        tags: undefined,
        isFavorite: false,
        addressOpen: undefined,
      });
      expect((await call(app, `GET /clipboard/${id}/files`, as(viewer))).body).toEqual([file]);
    }
  });
});

test('files come and go, and each change is a version', async () => {
  const { id } = await create('text');
  const first = (await attach(id, owner, { name: 'one.txt' })).body;
  const second = (await attach(id, owner, { name: 'two.txt' })).body;
  expect((await read(id)).body).toMatchObject({
    version: 3,
    files: [first, second],
    fileName: 'one.txt',
    filePath: first.url,
  });
  const removed = await call(app, `DELETE /clipboard/${id}/files/${first.id}`, as(owner));
  expect([removed.status, removed.body]).toEqual([200, { message: 'File deleted' }]);
  expect((await read(id)).body).toMatchObject({
    version: 4,
    files: [second],
    fileName: 'two.txt',
  });
  expect((await fetch(app.url + first.url)).status).toBe(404);
  expect((await call(app, `DELETE /clipboard/${id}/files/${first.id}`, as(owner))).status).toBe(
    404,
  );
});

describe('a deleted clip', () => {
  test('is gone everywhere at once, and comes back whole', async () => {
    const { id } = await create('find me');
    const file = (await attach(id, owner, { name: 'attached.txt' })).body;
    await call(app, `POST /clipboard/${id}/favorite`, as(owner));
    const before = (await read(id)).body;
    const deleted = await call(app, `DELETE /clipboard/${id}`, as(owner));
    expect([deleted.status, deleted.body]).toEqual([200, { message: 'Clip deleted' }]);

    expect((await fetch(app.url + file.url)).status).toBe(404);
    expect(await history()).toEqual([]);
    for (const list of [
      'history?search=find',
      'history?search=attached',
      'favorites?page=1',
      'history?type=file',
    ])
      expect((await call(app, `GET /clipboard/${list}`, as(owner))).body.total).toBe(0);
    expect(await stats()).toMatchObject({ totalClips: 0, favoriteClips: 0 });

    const restored = await call(app, `POST /clipboard/${id}/restore`, as(owner));
    expect([restored.status, restored.body]).toEqual([200, before]);
    expect((await fetch(app.url + file.url)).status).toBe(200);
    for (const list of [
      'history?search=find',
      'history?search=attached',
      'favorites?page=1',
      'history?type=file',
    ])
      expect((await call(app, `GET /clipboard/${list}`, as(owner))).body).toEqual({
        clips: [list.includes('search') ? { ...before, match: expect.anything() } : before],
        total: 1,
      });
    expect(await stats()).toMatchObject({ totalClips: 1, textClips: 0, favoriteClips: 1 });
    expect((await call(app, `POST /clipboard/${id}/restore`, as(owner))).body).toEqual(before);
  });

  test('is purged with its files after ten minutes', async () => {
    const { id } = await create('old');
    await attach(id, owner, { bytes: `only here ${id}` });
    await call(app, `DELETE /clipboard/${id}`, as(owner));
    await removeOldClips({ ...app, trashMs: 600_000 }, Date.now() + 9 * MINUTE);
    expect((await call(app, `POST /clipboard/${id}/restore`, as(owner))).status).toBe(200);
    await call(app, `DELETE /clipboard/${id}`, as(owner));
    await removeOldClips({ ...app, trashMs: 600_000 }, Date.now() + 11 * MINUTE);
    expect((await call(app, `POST /clipboard/${id}/restore`, as(owner))).body).toEqual(notFound);
    expect(
      await app.store.db.selectFrom('clips').selectAll().where('id', '=', id).execute(),
    ).toEqual([]);
    expect(
      await app.store.db.selectFrom('files').selectAll().where('holder_id', '=', id).execute(),
    ).toEqual([]);
    const keys = (await Array.fromAsync(app.files.storage.list())).map((object) => object.key);
    const blobs = (await app.store.db.selectFrom('blobs').select('id').execute()).map(
      (blob) => blob.id,
    );
    expect(keys.toSorted()).toEqual(blobs.toSorted());
  });

  test('cannot be restored when its time is over, purged or not', async () => {
    const { id } = await create('old');
    await call(app, `DELETE /clipboard/${id}`, as(owner));
    await app.store.db
      .updateTable('clips')
      .set({ deleted_at: Date.now() - 11 * MINUTE })
      .where('id', '=', id)
      .execute();
    expect((await call(app, `POST /clipboard/${id}/restore`, as(owner))).status).toBe(404);
  });
});
