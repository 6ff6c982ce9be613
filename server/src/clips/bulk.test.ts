import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { MAX_BULK_CLIPS } from '@clipline/contract/limits.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { closeSockets, connectSocket, record, settle } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { unzipped } from '../../testing/zip.ts';
import { transact } from '../core/db/database.ts';
import { addTexts } from '../texts/search.queries.ts';
import { createClip } from './clips.changes.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await buildTestApp();
});
afterEach(closeSockets);
afterAll(() => app.stop());
beforeEach(async () => {
  owner = await signUp(app);
});

const as = (person: Person) => async (what: Parameters<typeof call>[1], body?: unknown) =>
  call(app, what, { headers: person.headers, ...(body === undefined ? {} : { body }) });
const mine: ReturnType<typeof as> = (what, body) => as(owner)(what, body);
const fill = (count: number, person = owner, content = 'clip') =>
  transact(app.store.db, async (tx) => {
    const ids: string[] = [];
    for (let number = 0; number < count; number++)
      ids.push((await createClip(tx, person.user.id, `${content} ${number}`, Date.now())).id);
    return ids;
  });
const bulk = (body: Record<string, unknown>) => mine('POST /clipboard/bulk', body);
const undo = (undoId: string) => mine(`POST /clipboard/bulk/${undoId}/undo`);
const done = async (body: Record<string, unknown>) => {
  const { status, body: outcome } = await bulk(body);
  expect(status).toBe(200);
  return outcome as { done: number; skipped: number; undoId: string };
};
/** All that the owner has, as lists, search, counts and tags show it. */
const everything = async () => ({
  history: (await mine('GET /clipboard/history')).body as Clip[],
  found: (await mine('GET /clipboard/history?search=clip&pageSize=100')).body as unknown,
  favorites: (await mine('GET /clipboard/favorites')).body as Clip[],
  stats: (await mine('GET /clipboard/stats')).body as unknown,
  tags: (await mine('GET /tags')).body as unknown,
});
const total = async (query: string) =>
  (await mine(`GET /clipboard/history?${query}`)).body.total as number;

describe('many clips at once', () => {
  test('200 are deleted and undone as one, exactly', async () => {
    const ids = await fill(230);
    const tag = (await mine('POST /tags', { name: 'some' })).body.id;
    for (const id of ids.slice(0, 5)) {
      await mine(`POST /clipboard/${id}/favorite`);
      await mine(`PUT /clipboard/${id}/tags`, { tagIds: [tag] });
    }
    await upload(app, `/clipboard/${ids[3]}/files`, owner.headers, { name: 'clip.txt' });
    const before = await everything();
    const socket = await connectSocket(app.url, { token: owner.session.access_token });
    const heard = record(socket);
    const outcome = await done({ ids: ids.slice(0, 200), action: 'delete' });
    expect(outcome).toEqual({ done: 200, skipped: 0, undoId: expect.any(String) });
    expect((await everything()).history.map(({ id }) => id)).toEqual(ids.slice(200).toReversed());
    expect(await total('search=clip')).toBe(30);
    expect((await mine('GET /clipboard/stats')).body).toMatchObject({
      totalClips: 30,
      favoriteClips: 0,
    });
    expect((await mine(`GET /clipboard/${ids[0]}`)).status).toBe(404);
    expect(await undo(outcome.undoId)).toMatchObject({ status: 200, body: { restored: 200 } });
    expect(await everything()).toEqual(before);
    await settle(socket);
    const news = ['clip-update', { clipId: null, change: 'bulk', version: null, via: null }];
    expect(heard).toEqual([news, news]);
  });

  test('what another has, what is a draft, deleted or unknown is skipped without telling', async () => {
    const [own, gone] = (await fill(2)) as [string, string];
    await mine(`DELETE /clipboard/${gone}`);
    const draft = (await mine('POST /clipboard', { content: '' })).body.id;
    const other = await signUp(app);
    const [foreign] = (await fill(1, other)) as [string];
    const ids = [own, gone, draft, foreign, 'unknown', own];
    for (const action of ['favorite', 'delete'])
      expect(await done({ ids, action })).toMatchObject({ done: 1, skipped: 4 });
    expect((await as(other)(`GET /clipboard/${foreign}`)).body).toMatchObject({
      isFavorite: false,
    });
    expect((await mine(`GET /clipboard/${draft}`)).status).toBe(200);
    expect(await done({ ids: [foreign], action: 'delete' })).toEqual({
      done: 0,
      skipped: 1,
      undoId: null,
    });
  });

  test('what a filter shows but some, however many pages it has', async () => {
    await fill(60, owner, 'apple');
    const pears = (await fill(150, owner, 'pear')) as [string, string];
    await mine(`POST /clipboard/${pears[0]}/favorite`);
    expect(
      await done({
        filter: { search: 'PEAR', favorite: false },
        except: [pears[1], 'unknown'],
        action: 'delete',
      }),
    ).toMatchObject({ done: 148, skipped: 0 });
    expect(await total('search=pear')).toBe(2);
    expect(await done({ filter: { type: 'text' }, action: 'favorite' })).toMatchObject({
      done: 62,
    });
    expect(await done({ filter: { favorite: true }, action: 'unfavorite' })).toMatchObject({
      done: 62,
    });
    expect(await total('favorite=true')).toBe(0);
    expect(
      await done({
        filter: { dateRange: 'today', timeZone: 'UTC', type: 'file' },
        action: 'delete',
      }),
    ).toEqual({ done: 0, skipped: 0, undoId: null });
    expect(await done({ filter: {}, action: 'delete' })).toMatchObject({ done: 62 });
    expect(await total('page=1')).toBe(0);
  });

  test('a mark is put back where it was changed, and only there', async () => {
    const [marked, plain, byHand] = (await fill(3)) as [string, string, string];
    await mine(`POST /clipboard/${marked}/favorite`);
    const { undoId, ...counts } = await done({
      ids: [marked, plain, byHand],
      action: 'favorite',
    });
    expect(counts).toEqual({ done: 3, skipped: 0 });
    await mine(`POST /clipboard/${byHand}/favorite`);
    await mine(`PUT /clipboard/${plain}`, { content: 'edited since' });
    expect((await undo(undoId)).body).toEqual({ restored: 1 });
    expect((await mine('GET /clipboard/favorites')).body).toMatchObject([{ id: marked }]);
    expect((await mine(`GET /clipboard/${plain}`)).body.content).toBe('edited since');
    expect((await done({ ids: [marked], action: 'favorite' })).undoId).toBeNull();
  });

  test('a tag is put on and taken off, up to the 20 of a clip, and undone', async () => {
    const [full, one, two] = (await fill(3)) as [string, string, string];
    const make = async (name: string) => (await mine('POST /tags', { name })).body.id as string;
    const many = await Promise.all(Array.from({ length: 20 }, (_, index) => make(`t${index}`)));
    await mine(`PUT /clipboard/${full}/tags`, { tagIds: many });
    const tag = await make('new');
    await mine(`PUT /clipboard/${one}/tags`, { tagIds: [tag] });
    const ids = [full, one, two];
    const tagged = await done({ ids, action: 'tag', tagId: tag });
    expect(tagged).toMatchObject({ done: 2, skipped: 1 });
    expect(await total(`tag=${tag}`)).toBe(2);
    expect((await undo(tagged.undoId)).body).toEqual({ restored: 1 });
    expect(await total(`tag=${tag}`)).toBe(1);
    const untagged = await done({ filter: { tag }, action: 'untag', tagId: tag });
    expect(untagged).toMatchObject({ done: 1, skipped: 0 });
    expect(await total(`tag=${tag}`)).toBe(0);
    expect((await undo(untagged.undoId)).body).toEqual({ restored: 1 });
    expect((await mine(`GET /clipboard/${one}`)).body.tags).toMatchObject([{ id: tag }]);
    const again = await done({ ids, action: 'untag', tagId: tag });
    await mine(`DELETE /tags/${tag}`);
    expect((await undo(again.undoId)).status).toBe(404);
    const other = await signUp(app);
    const foreign = (await as(other)('POST /tags', { name: 'x' })).body.id;
    expect(await bulk({ ids, action: 'tag', tagId: foreign })).toMatchObject({
      status: 404,
      body: { code: 'TAG_NOT_FOUND' },
    });
  });

  test('an undo is for its person, once and for ten minutes', async () => {
    const ids = await fill(4);
    const other = await signUp(app);
    const first = await done({ ids: ids.slice(0, 2), action: 'delete' });
    const refused = { status: 404, body: { code: 'UNDO_NOT_FOUND' } };
    expect(await as(other)(`POST /clipboard/bulk/${first.undoId}/undo`)).toMatchObject(refused);
    expect(await undo('unknown')).toMatchObject(refused);
    const responses = await Promise.all(Array.from({ length: 8 }, () => undo(first.undoId)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 404),
    ]);
    const second = await done({ ids: ids.slice(2), action: 'delete' });
    const later = Date.now() + 601_000;
    vi.useFakeTimers({ toFake: ['Date'], now: later });
    expect(await undo(second.undoId)).toMatchObject(refused);
    vi.useRealTimers();
  });

  test('what was done before a change or its undo was cut short can be undone', async () => {
    const ids = await fill(160);
    const before = await everything();
    const { db } = app.store;
    /** The work begins two transactions, and no third one. */
    const cutShort = async (work: () => Promise<{ status: number }>) => {
      const begin = db.transaction.bind(db);
      let begun = 0;
      const transactions = vi.spyOn(db, 'transaction').mockImplementation(() => {
        if (++begun > 2) throw new Error('cut short');
        return begin();
      });
      const heard = record(await connectSocket(app.url, { token: owner.session.access_token }));
      expect((await work()).status).toBe(500);
      transactions.mockRestore();
      await expect.poll(() => heard).toMatchObject([['clip-update', { change: 'bulk' }]]);
    };
    await cutShort(() => bulk({ ids, action: 'delete' }));
    expect(await total('type=all')).toBe(60);
    const { id } = await db
      .selectFrom('bulk_lots')
      .select('id')
      .where('user_id', '=', owner.user.id)
      .executeTakeFirstOrThrow();
    expect((await undo(id)).body).toEqual({ restored: 100 });
    expect(await everything()).toEqual(before);

    const { undoId } = await done({ ids, action: 'delete' });
    await cutShort(() => undo(undoId));
    expect(await total('type=all')).toBe(100);
    const again = await Promise.all(Array.from({ length: 4 }, () => undo(undoId)));
    expect(again.map(({ body }) => body.restored).filter(Boolean)).toEqual([60]);
    expect(await everything()).toEqual(before);
  });

  test('what was restored and deleted again by hand stays deleted', async () => {
    const [one, two] = (await fill(2)) as [string, string];
    const { undoId } = await done({ ids: [one, two], action: 'delete' });
    await mine(`POST /clipboard/${one}/restore`);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
    await mine(`DELETE /clipboard/${one}`);
    vi.useRealTimers();
    expect((await undo(undoId)).body).toEqual({ restored: 1 });
    expect((await mine('GET /clipboard/history')).body).toMatchObject([{ id: two }]);
  });

  test('what is no sensible request is refused, and too many by their number', async () => {
    const [id] = (await fill(1)) as [string];
    for (const body of [
      { ids: [id] },
      { ids: [id], filter: {}, action: 'delete' },
      { ids: [id], action: 'tag' },
      { filter: { nothing: 1 }, action: 'delete' },
    ])
      expect((await bulk(body)).status).toBe(400);
    const many = Array.from({ length: 501 }, (_, index) => `x${index}`);
    expect(await bulk({ ids: many, action: 'delete' })).toMatchObject({
      status: 413,
      body: { code: 'TOO_MANY_CLIPS', error: 'At most 500 clips at once.' },
    });
    expect((await mine('POST /clipboard/download', { ids: many })).status).toBe(413);
    expect(await done({ ids: many.slice(1), action: 'delete' })).toMatchObject({ skipped: 500 });
    expect(await done({ ids: [], action: 'delete' })).toMatchObject({ done: 0, skipped: 0 });
  });

  test('10,000 by a filter, and not one more', async () => {
    // Beside the product, which would take its time for each.
    const [first] = (await fill(1)) as [string];
    const row = await app.store.db
      .selectFrom('clips')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    await transact(app.store.db, async (tx) => {
      for (let lot = 0; lot < MAX_BULK_CLIPS; lot += 500) {
        const rows = Array.from({ length: 500 }, (_, index) => ({
          ...row,
          id: `${first}-${lot + index}`,
          created_at: row.created_at - lot - index - 1,
        }));
        await tx.insertInto('clips').values(rows).execute();
        await addTexts(
          tx,
          rows.map(({ id, user_id, created_at, content }) => ({
            key: { holderId: user_id, createdAt: created_at, thingId: id },
            text: content,
            names: [],
          })),
        );
      }
    });
    // As PostgreSQL does by itself within a minute; until then it plans for a nearly empty table.
    await sql`analyze`.execute(app.store.db);
    const refused = await bulk({ filter: {}, action: 'delete' });
    expect(refused).toMatchObject({
      status: 413,
      body: { code: 'TOO_MANY_CLIPS', error: 'At most 10000 clips at once.' },
    });
    expect(await total('page=1')).toBe(MAX_BULK_CLIPS + 1);
    const [{ id: newest }] = (await mine('GET /clipboard/history?pageSize=1')).body.clips;
    const transactions = vi.spyOn(app.store.db, 'transaction');
    const { undoId, ...counts } = await done({ filter: {}, except: [newest], action: 'delete' });
    expect(counts).toEqual({ done: MAX_BULK_CLIPS, skipped: 0 });
    // Short texts too, as the commit of all of them would keep others waiting.
    expect(transactions.mock.calls.length).toBeGreaterThanOrEqual(10);
    transactions.mockRestore();
    expect(await total('page=1')).toBe(1);
    expect((await undo(undoId)).body).toEqual({ restored: MAX_BULK_CLIPS });
    expect(await total('search=clip')).toBe(MAX_BULK_CLIPS + 1);
  });
});

describe('a download of several clips', () => {
  test('has their texts and files under names of their own', async () => {
    const ids = [];
    for (const content of ['Same/words\nand more', 'Same/words\nand others', '../../etc', ''])
      ids.push(
        (
          await mine('POST /clipboard', {
            content,
            ...(content === '' ? { captureId: `capture-${owner.user.id}`, files: 1 } : {}),
          })
        ).body.id as string,
      );
    for (const bytes of ['one', 'two'])
      await upload(app, `/clipboard/${ids[3]}/files`, owner.headers, { name: 'a.txt', bytes });
    const other = await signUp(app);
    const [foreign] = (await fill(1, other)) as [string];
    const response = await fetch(`${app.url}/api/clipboard/download`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: [...ids, foreign, 'unknown'] }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    const entries = [...(await unzipped(await response.bytes()))];
    const short = entries.map(([name, bytes]) => [
      name.replace(/^\d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d/, 'T'),
      String(bytes),
    ]);
    expect(short.slice(0, 2).map(([name]) => name)).toSatisfy((names: string[]) =>
      names.every((name) => /^T Same-words( \(2\))?\.txt$/.test(name)),
    );
    expect(entries).toHaveLength(5);
    expect(short.map(([, bytes]) => bytes)).toEqual([
      'Same/words\nand more',
      'Same/words\nand others',
      '../../etc',
      'one',
      'two',
    ]);
    expect(short.slice(3).map(([name]) => name)).toEqual(['T/a.txt', 'T/a (2).txt']);
  });
});
