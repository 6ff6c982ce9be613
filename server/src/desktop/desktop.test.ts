import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Answer, call } from '../../testing/call.ts';
import { cookie, DESKTOP_COOKIE, givenCookie, openBrowser } from '../../testing/desktops.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { upload } from '../../testing/uploads.ts';
import { hashToken } from '../core/ids.ts';

type Headers = Readonly<Record<string, string>>;
type Item = { readonly id: string };
type What = Parameters<typeof call>[1];

let app: TestApp;
let person: Person;
let browser: { headers: Headers; desktop: any; items: any[] };

beforeAll(async () => {
  app = await buildTestApp({ TRASH_DAYS: '0' });
});
afterAll(() => app.stop());
beforeEach(async () => {
  person = await signUp(app);
  browser = await openBrowser(app);
});

const as = (headers: Headers, what: What, body?: unknown) => call(app, what, { headers, body });
const addText = (headers: Headers, content = 'Hello', more: object = {}) =>
  as(headers, 'POST /virtual-desktop/items/text', { content, ...more });
const read = async (headers: Headers) => (await as(headers, 'GET /virtual-desktop')).body;
const holding = (token: string) => ({ 'x-desktop-token': token });
const rowCount = (table: 'desktops' | 'desktop_items' | 'files') =>
  app.store.db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();

describe('a desktop', () => {
  test('is not there before its first item, and nothing is left in the browser by looking', async () => {
    for (const headers of [{}, person.headers]) {
      const answer = await as(headers, 'GET /virtual-desktop');
      expect(answer).toMatchObject({ status: 200, body: { desktop: null, items: [] } });
      expect(givenCookie(answer)).toBeUndefined();
    }
  });

  test('of a browser begins with its first item and a cookie out of reach of scripts', async () => {
    const answer = await addText({});
    expect(answer.status).toBe(201);
    const [header] = answer.headers.getSetCookie();
    expect(header).toMatch(
      new RegExp(
        `^${DESKTOP_COOKIE}=[A-Za-z0-9_-]{43}; Path=/; Max-Age=${400 * 24 * 3600}; HttpOnly; SameSite=Lax$`,
      ),
    );
    const state = await read(cookie(givenCookie(answer) ?? ''));
    expect(state).toMatchObject({
      desktop: {
        id: expect.any(String),
        network_id: expect.any(String),
        share_token: expect.any(String),
      },
    });
    expect(state.items).toEqual([answer.body]);
  });

  test('keeps the token of the browser only as a hash', async () => {
    const token = browser.headers['cookie']?.split('=')[1] ?? '';
    const row = await app.store.db
      .selectFrom('desktops')
      .selectAll()
      .where('id', '=', browser.desktop.id)
      .executeTakeFirstOrThrow();
    expect(row.browser_hash).toBe(hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('does not grow from a token that the server never gave out', async () => {
    const planted = 'A'.repeat(43);
    const answer = await addText(cookie(planted));
    expect(givenCookie(answer)).not.toBe(planted);
    expect((await read(cookie(planted))).desktop).toBeNull();
    expect((await read(cookie(givenCookie(answer) ?? ''))).items).toHaveLength(1);
  });

  test('of a user needs no cookie', async () => {
    const answer = await addText(person.headers);
    expect(givenCookie(answer)).toBeUndefined();
    expect((await read(person.headers)).items).toEqual([answer.body]);
  });

  test('has its cookie renewed by use', async () => {
    expect(givenCookie(await as(browser.headers, 'GET /virtual-desktop'))).toBeUndefined();
    const twoHoursAgo = Date.now() - 2 * 3600 * 1000;
    await app.store.db
      .updateTable('desktops')
      .set({ used_at: twoHoursAgo })
      .where('id', '=', browser.desktop.id)
      .execute();
    expect(cookie(givenCookie(await as(browser.headers, 'GET /virtual-desktop')) ?? '')).toEqual(
      browser.headers,
    );
    expect(givenCookie(await as(browser.headers, 'GET /virtual-desktop'))).toBeUndefined();
  });
});

describe('signing in', () => {
  test('adopts the desktop of the browser when the user has none', async () => {
    const both = { ...person.headers, ...browser.headers };
    await fetch(`${app.url}/api/virtual-desktop`, { method: 'HEAD', headers: both });
    expect((await read(browser.headers)).desktop).not.toBeNull();
    const answer = await as(both, 'GET /virtual-desktop');
    expect(answer.body).toMatchObject({
      desktop: { id: browser.desktop.id },
      items: [{ content: 'First' }],
    });
    expect(givenCookie(answer)).toBe('');
    expect((await read(person.headers)).desktop.id).toBe(browser.desktop.id);
    expect((await read(browser.headers)).desktop).toBeNull();
  });

  test('leaves both alone when the user has one', async () => {
    const own = await addText(person.headers, 'Mine');
    const both = { ...person.headers, ...browser.headers };
    expect((await read(both)).items).toEqual([own.body]);
    expect((await read(browser.headers)).items).toEqual(browser.items);
  });
});

describe('items', () => {
  test('of text are as SPEC.md shows them', async () => {
    const { status, body } = await addText(browser.headers, '  Some text ', {
      position: { x: -3.5, y: 1e5 },
      size: { width: 0.5, height: 20 },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      type: 'text',
      content: '  Some text ',
      position: { x: -3.5, y: 1e5 },
      size: { width: 0.5, height: 20 },
      file_name: null,
      file_size: null,
      file_type: null,
      file_url: null,
      file_preview: null,
      version: 1,
    });
  });

  test('of files carry a link that works without anything else', async () => {
    const { status, body } = await upload(app, '/virtual-desktop/items/file', browser.headers, {
      name: 'a.txt',
      bytes: 'some bytes',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: 'file',
      content: '',
      file_name: 'a.txt',
      file_size: 10,
      file_type: 'text/plain',
      size: { width: 200, height: 150 },
    });
    expect(await (await fetch(app.url + body.file_url)).text()).toBe('some bytes');
  });

  test('stand where they were put, in the corner otherwise, or where they hide none', async () => {
    const fallback = { position: { x: 0, y: 0 }, size: { width: 200, height: 150 } };
    expect((await addText(person.headers, 'A')).body).toMatchObject(fallback);
    expect((await addText(person.headers, 'B')).body).toMatchObject(fallback);
    await addText(person.headers, 'C', {
      position: { x: 230, y: 10 },
      size: { width: 500, height: 300 },
    });
    expect((await addText(person.headers, 'D', { position: 'free' })).body.position).toEqual({
      x: 0,
      y: 170,
    });
    expect((await addText(person.headers, 'E', { position: 'anywhere' })).status).toBe(400);
  });

  test('take a position and a size along with a file', async () => {
    const form = (fields: Record<string, string>) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.append(name, value);
      data.append('file', new Blob(['x']), 'x.bin');
      return fetch(`${app.url}/api/virtual-desktop/items/file`, {
        method: 'POST',
        headers: browser.headers,
        body: data,
      });
    };
    const placed = await form({
      position: '{"x":5,"y":6}',
      size: '{"width":7,"height":8}',
      desktopId: browser.desktop.id,
    });
    expect(await placed.json()).toMatchObject({
      position: { x: 5, y: 6 },
      size: { width: 7, height: 8 },
    });
    expect(await (await form({})).json()).toMatchObject({
      position: { x: 0, y: 0 },
      size: { width: 200, height: 150 },
    });
    expect(await (await form({ position: '"free"' })).json()).toMatchObject({
      position: { x: 220, y: 0 },
    });
    const before = await rowCount('files');
    for (const fields of [
      { position: 'nonsense' },
      { size: '{"width":0,"height":1}' },
      { other: 'x' },
      { position: '{"x":1e999,"y":0}' },
    ]) {
      expect((await form(fields as never)).status).toBe(400);
    }
    expect((await form({ desktopId: 'another' })).status).toBe(404);
    expect(await rowCount('files')).toEqual(before);
  });

  test('are moved and resized', async () => {
    const [item] = browser.items;
    const moved = await as(browser.headers, `PATCH /virtual-desktop/items/${item.id}`, {
      position: { x: 12.25, y: 7 },
    });
    expect(moved).toMatchObject({
      status: 200,
      body: { ...item, position: { x: 12.25, y: 7 }, version: 2 },
    });
    const sized = await as(browser.headers, `PATCH /virtual-desktop/items/${item.id}`, {
      size: { width: 300, height: 1 },
    });
    expect(sized.body).toEqual({ ...moved.body, size: { width: 300, height: 1 }, version: 3 });
    const same = await as(browser.headers, `PATCH /virtual-desktop/items/${item.id}`, {
      size: { height: 1, width: 300 },
    });
    expect(same.body).toEqual(sized.body);
    expect((await read(browser.headers)).items).toEqual([sized.body]);
    for (const body of [
      {},
      { position: null },
      { size: { width: 0, height: 1 } },
      { content: ' ' },
    ]) {
      expect(
        (await as(browser.headers, `PATCH /virtual-desktop/items/${item.id}`, body)).status,
      ).toBe(400);
    }
  });

  test('lie on top once they were changed', async () => {
    const [first] = browser.items;
    const second = (await addText(browser.headers, 'second')).body;
    const order = async () => (await read(browser.headers)).items.map((item: Item) => item.id);
    expect(await order()).toEqual([first.id, second.id]);
    await as(browser.headers, `PATCH /virtual-desktop/items/${first.id}`, {
      position: { x: 8, y: 8 },
    });
    expect(await order()).toEqual([second.id, first.id]);
  });

  test('get another text, over the version that it was made from', async () => {
    const [item] = browser.items;
    const write = (content: string, version?: number) =>
      as(
        version === undefined
          ? browser.headers
          : { ...browser.headers, 'if-match': String(version) },
        `PATCH /virtual-desktop/items/${item.id}`,
        { content },
      );
    const written = await write('another text', item.version);
    expect(written).toMatchObject({
      status: 200,
      body: { ...item, content: 'another text', version: item.version + 1 },
    });
    expect(await write('too late', item.version)).toMatchObject({
      status: 412,
      body: { code: 'VERSION_CONFLICT' },
    });
    expect((await write('without a version')).body.content).toBe('without a version');
    const row = await app.store.db
      .selectFrom('desktops')
      .select(['text_byte_count', 'byte_count'])
      .where('id', '=', browser.desktop.id)
      .executeTakeFirstOrThrow();
    const bytes = Buffer.byteLength('without a version');
    expect(row).toEqual({ text_byte_count: bytes, byte_count: bytes });
  });

  test('that are files have no text to change, and others cannot change one', async () => {
    const { body: file } = await upload(app, '/virtual-desktop/items/file', browser.headers);
    const content = { content: 'x' };
    expect(
      await as(browser.headers, `PATCH /virtual-desktop/items/${file.id}`, content),
    ).toMatchObject({ body: { code: 'NOT_A_TEXT' } });
    const holder = holding(browser.desktop.share_token);
    expect(
      await as(holder, `PATCH /virtual-desktop/items/${browser.items[0].id}`, content),
    ).toMatchObject({ status: 403, body: { code: 'NOT_DESKTOP_OWNER' } });
  });
});

describe('a repeated creation', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  test('whose answer arrived is answered again, by the browser that has the cookie now', async () => {
    for (const header of [key(), { 'idempotency-key': `short ${Math.random()}`.slice(0, 15) }]) {
      const first = await addText(header);
      const again = await addText({ ...header, ...cookie(givenCookie(first) ?? '') });
      expect(again.body).toEqual(first.body);
      expect(givenCookie(again)).toBeUndefined();
    }
  });

  test('with a key that may be guessed hands no desktop to another', async () => {
    const [first, second] = [
      await addText({ 'idempotency-key': '1' }),
      await addText({ 'idempotency-key': '1' }),
    ];
    expect(second.body.id).not.toBe(first.body.id);
    expect(givenCookie(second)).not.toBe(givenCookie(first));
  });

  test('is of one browser, user or share token', async () => {
    const header = key();
    const other = await openBrowser(app);
    const who = [
      browser.headers,
      other.headers,
      person.headers,
      holding(browser.desktop.share_token),
    ];
    const ids = [];
    for (const headers of who) ids.push((await addText({ ...headers, ...header })).body.id);
    expect(new Set(ids).size).toBe(4);
    const uploads = [];
    for (let count = 0; count < 2; count++)
      uploads.push(
        await upload(app, '/virtual-desktop/items/file', { ...browser.headers, ...header }),
      );
    expect(uploads[0]?.body).toEqual(uploads[1]?.body);
  });
});

describe('a share token', () => {
  test('reads the desktop, without the token', async () => {
    const shared = await as({}, `GET /virtual-desktop/shared/${browser.desktop.share_token}`);
    expect(shared).toMatchObject({ status: 200 });
    expect(shared.body).toEqual({
      desktop: { id: browser.desktop.id, network_id: browser.desktop.network_id },
      items: browser.items,
    });
    const byHeader = await as(
      holding(browser.desktop.share_token),
      `GET /virtual-desktop/shared/${browser.desktop.id}`,
    );
    expect(byHeader.body).toEqual(shared.body);
    expect((await as(holding(browser.desktop.share_token), 'GET /virtual-desktop')).body).toEqual(
      shared.body,
    );
  });

  test('lets its holder add, delete and restore, and not arrange or renew', async () => {
    const headers = holding(browser.desktop.share_token);
    const text = await addText(headers, 'From afar', { desktopId: browser.desktop.id });
    expect(text.status).toBe(201);
    expect(givenCookie(text)).toBeUndefined();
    const file = await upload(app, '/virtual-desktop/items/file', headers);
    expect((await fetch(app.url + file.body.file_url)).status).toBe(200);
    expect((await read(browser.headers)).items).toHaveLength(3);
    expect((await as(headers, `DELETE /virtual-desktop/items/${browser.items[0].id}`)).status).toBe(
      200,
    );
    expect(
      (await as(headers, `POST /virtual-desktop/items/${browser.items[0].id}/restore`)).status,
    ).toBe(200);
    const refused = {
      status: 403,
      body: { error: 'Only the owner of this desktop can do that' },
    };
    expect(
      await as(headers, `PATCH /virtual-desktop/items/${text.body.id}`, {
        position: { x: 1, y: 1 },
      }),
    ).toMatchObject(refused);
    expect(await as(headers, 'POST /virtual-desktop/share-token')).toMatchObject(refused);
  });

  test('is dead at once when renewed, links to files included', async () => {
    const old = browser.desktop.share_token;
    await upload(app, '/virtual-desktop/items/file', browser.headers);
    const linkOf = (state: Answer) =>
      state.body.items.find(({ type }: { type: string }) => type === 'file').file_url;
    const [ownLink, sharedLink] = [
      linkOf(await as(browser.headers, 'GET /virtual-desktop')),
      linkOf(await as({}, `GET /virtual-desktop/shared/${old}`)),
    ];
    expect((await fetch(app.url + sharedLink)).status).toBe(200);
    const repeated = { 'idempotency-key': crypto.randomUUID() };
    expect((await addText({ ...holding(old), ...repeated })).status).toBe(201);

    const { status, body } = await as(browser.headers, 'POST /virtual-desktop/share-token');
    expect(status).toBe(200);
    expect(body).toEqual({ share_token: (await read(browser.headers)).desktop.share_token });
    expect(body.share_token).not.toBe(old);
    const denied = { status: 404, body: { error: 'Desktop not found or access denied.' } };
    expect(await as({}, `GET /virtual-desktop/shared/${old}`)).toMatchObject(denied);
    expect(await addText(holding(old))).toMatchObject(denied);
    expect(await addText({ ...holding(old), ...repeated })).toMatchObject(denied);
    expect(await upload(app, '/virtual-desktop/items/file', holding(old))).toMatchObject(denied);
    expect(
      await as(holding(old), `DELETE /virtual-desktop/items/${browser.items[0].id}`),
    ).toMatchObject(denied);
    expect((await fetch(app.url + sharedLink)).status).toBe(403);
    expect((await fetch(app.url + ownLink)).status).toBe(200);
    expect((await as({}, `GET /virtual-desktop/shared/${body.share_token}`)).status).toBe(200);
  });
});
