import {
  MAX_DESKTOP_BYTES,
  MAX_DESKTOP_ITEMS,
  MAX_DESKTOP_TEXT_BYTES,
} from '@clipline/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { givenCookie, openBrowser } from '../../testing/desktops.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { upload } from '../../testing/uploads.ts';
import { removeIdleDesktops, removeOldItems } from './desktop.jobs.ts';

type Headers = Readonly<Record<string, string>>;

// What rows do, alone and when many come at once.

onEachDatabase((environment) => {
  let app: TestApp;
  let person: Person;
  let browser: { headers: Headers; desktop: any; items: any[] };

  beforeAll(async () => {
    app = await buildTestApp({ ...environment, TRASH_DAYS: '0' });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    person = await signUp(app);
    browser = await openBrowser(app);
  });

  const as = (headers: Headers, what: Parameters<typeof call>[1], body?: unknown) =>
    call(app, what, { headers, body });
  const addText = (headers: Headers, content = 'Hello', more: object = {}) =>
    as(headers, 'POST /virtual-desktop/items/text', { content, ...more });
  const read = async (headers: Headers) => (await as(headers, 'GET /virtual-desktop')).body;
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  test('a desktop is one, however many first items a user adds at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        addText(person.headers, `Text ${index}`, { position: 'free' }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    const { items } = await read(person.headers);
    expect(items).toHaveLength(8);
    expect(
      new Set(items.map(({ position }: { position: object }) => JSON.stringify(position))).size,
    ).toBe(8);
  });

  test('signing in gives one desktop to one of two people', async () => {
    const other = await signUp(app);
    const states = await Promise.all(
      [person, other].map((each) => read({ ...each.headers, ...browser.headers })),
    );
    expect(states.filter(({ desktop }) => desktop?.id === browser.desktop.id)).toHaveLength(1);
  });

  test('items are deleted, restored for ten minutes, then gone with their bytes', async () => {
    const { body: item } = await upload(app, '/virtual-desktop/items/file', browser.headers, {
      bytes: `bytes of ${browser.desktop.id}`,
    });
    const restore = () => as(browser.headers, `POST /virtual-desktop/items/${item.id}/restore`);
    const remove = () => as(browser.headers, `DELETE /virtual-desktop/items/${item.id}`);
    expect(await remove()).toMatchObject({ status: 200, body: { message: 'Item deleted' } });
    expect((await remove()).status).toBe(404);
    expect((await fetch(app.url + item.file_url)).status).toBe(404);
    expect(
      (
        await as(browser.headers, `PATCH /virtual-desktop/items/${item.id}`, {
          position: { x: 1, y: 1 },
        })
      ).status,
    ).toBe(404);

    const restored = await restore();
    expect(restored).toMatchObject({
      status: 200,
      body: { id: item.id, file_name: item.file_name, version: 3 },
    });
    expect((await restore()).body).toEqual(restored.body);
    expect((await fetch(app.url + item.file_url)).status).toBe(200);

    await remove();
    await removeOldItems({ ...app, trashMs: 600_000 }, Date.now() + 599_000);
    expect((await restore()).status).toBe(200);
    await remove();
    await app.store.db
      .updateTable('desktop_items')
      .set({ deleted_at: Date.now() - 601_000 })
      .where('id', '=', item.id)
      .execute();
    expect((await restore()).status).toBe(404);
    await removeOldItems({ ...app, trashMs: 600_000 }, Date.now());
    const files = await app.store.db
      .selectFrom('files')
      .select('id')
      .where('holder_id', '=', item.id)
      .execute();
    expect(files).toEqual([]);
  });

  test('items are at most 500, also when added at once', async () => {
    const set = (counts: { item_count?: number; byte_count?: number; text_byte_count?: number }) =>
      app.store.db
        .updateTable('desktops')
        .set(counts)
        .where('id', '=', browser.desktop.id)
        .execute();
    await set({ item_count: MAX_DESKTOP_ITEMS - 2 });
    const responses = await Promise.all(Array.from({ length: 5 }, () => addText(browser.headers)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(responses.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: {
        error: 'A desktop can hold at most 500 items. Delete one and try again.',
        code: 'TOO_MANY_ITEMS',
      },
    });
    expect((await upload(app, '/virtual-desktop/items/file', browser.headers)).status).toBe(409);

    await set({ item_count: 1, byte_count: MAX_DESKTOP_BYTES - 9 });
    expect(
      (await upload(app, '/virtual-desktop/items/file', browser.headers, { bytes: 'ten bytes!' }))
        .body,
    ).toMatchObject({
      code: 'DESKTOP_FULL',
      values: { limit: '1 GB' },
    });
    expect(
      (await upload(app, '/virtual-desktop/items/file', browser.headers, { bytes: 'nine byte' }))
        .status,
    ).toBe(201);
    await set({ byte_count: 0, text_byte_count: MAX_DESKTOP_TEXT_BYTES });
    expect(await addText(browser.headers)).toMatchObject({
      status: 413,
      body: { code: 'DESKTOP_FULL' },
    });
  });

  test('counts are of what is there, whatever happened before', async () => {
    const { body: file } = await upload(app, '/virtual-desktop/items/file', browser.headers, {
      bytes: '1234',
    });
    const { body: text } = await addText(browser.headers, 'äöü');
    await as(browser.headers, `DELETE /virtual-desktop/items/${browser.items[0].id}`);
    await as(browser.headers, `DELETE /virtual-desktop/items/${file.id}`);
    await as(browser.headers, `POST /virtual-desktop/items/${file.id}/restore`);
    const counts = await app.store.db
      .selectFrom('desktops')
      .select(['item_count', 'byte_count', 'text_byte_count'])
      .where('id', '=', browser.desktop.id)
      .executeTakeFirstOrThrow();
    expect(counts).toEqual({ item_count: 2, byte_count: 10, text_byte_count: 6 });
    // What was changed last lies on top; to be restored is a change.
    expect((await read(browser.headers)).items.map(({ id }: { id: string }) => id)).toEqual([
      text.id,
      file.id,
    ]);
  });

  test('a creation whose answer was lost, cookie and all, gets both again', async () => {
    const header = key();
    const first = await addText(header);
    const again = await addText(header);
    expect(again.body).toEqual(first.body);
    expect(givenCookie(again)).toBe(givenCookie(first));
    const parallel = key();
    const both = await Promise.all([addText(parallel), addText(parallel)]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect(givenCookie(both[0])).toBe(givenCookie(both[1]));
  });

  test('a desktop of a browser that was idle for 30 days is removed with its files, one of a user never', async () => {
    await upload(app, '/virtual-desktop/items/file', browser.headers, {
      bytes: `idle ${browser.desktop.id}`,
    });
    await addText(person.headers);
    const own = (await read(person.headers)).desktop;
    const other = await openBrowser(app);
    const days = 24 * 3600 * 1000;
    await app.store.db
      .updateTable('desktops')
      .set({ used_at: Date.now() - 31 * days })
      .where('id', 'in', [browser.desktop.id, own.id])
      .execute();
    await app.store.db
      .updateTable('desktops')
      .set({ used_at: Date.now() - 29 * days })
      .where('id', '=', other.desktop.id)
      .execute();
    await removeIdleDesktops(app, Date.now());
    expect((await read(browser.headers)).desktop).toBeNull();
    expect((await read(person.headers)).desktop).toEqual(own);
    expect((await read(other.headers)).desktop).toEqual(other.desktop);
    const files = await app.store.db
      .selectFrom('files')
      .select('id')
      .where('holder_kind', '=', 'desktop')
      .where('holder_id', 'not in', app.store.db.selectFrom('desktop_items').select('id'))
      .execute();
    expect(files).toEqual([]);
  });

  test('a share token is noted once it was shown or used, and ends with the sharing', async () => {
    const desktopNow = async () => (await read(browser.headers)).desktop;
    expect(await desktopNow()).toMatchObject({ shared: false });
    const put = (shared: boolean) =>
      as(browser.headers, 'PUT /virtual-desktop/sharing', { shared });
    const token = browser.desktop.share_token;
    expect((await put(true)).body).toEqual({ shared: true, share_token: token });
    expect(await desktopNow()).toMatchObject({ shared: true, share_token: token });

    const stopped = (await put(false)).body;
    expect(stopped).toEqual({ shared: false, share_token: expect.any(String) });
    expect(stopped.share_token).not.toBe(token);
    expect((await as({}, `GET /virtual-desktop/shared/${token}`)).status).toBe(404);
    expect(await desktopNow()).toMatchObject(stopped);

    const seen = await as({}, `GET /virtual-desktop/shared/${stopped.share_token}`);
    expect(seen.status).toBe(200);
    expect(seen.body.desktop).not.toHaveProperty('shared');
    expect(await desktopNow()).toMatchObject({ shared: true });
  });
});
