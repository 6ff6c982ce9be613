import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp } from '../../testing/factories.ts';
import { begin, putAll } from '../../testing/in-parts.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { grantFor, makeLink, newOpener, withGrant } from '../../testing/links.ts';
import { upload } from '../../testing/uploads.ts';
import { ReadTooLong } from '../core/db/errors.ts';
import { MINUTE_MS } from '../core/time.ts';
import { quotaOn } from './files.ts';
import { ROW_BYTES, sumStored } from './stored.queries.ts';

const FULL = { status: 507, body: { error: 'Storage is full', code: 'STORAGE_FULL' } };
const MEGABYTE = 1024 ** 2;
const full = expect.objectContaining({ code: 'STORAGE_FULL' });
const signedOut = { origin: 'http://clipline.test' };
const text = 'x'.repeat(MEGABYTE / 4);

onEachDatabase((environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());

  test('a sum has all that is kept for a person, whatever was deleted', async () => {
    const { headers, user } = await signUp(app);
    const sum = () => sumStored(app.store.scans, user.id);
    expect(await sum()).toBe(0);
    let expected = 0;
    const expectMore = async (bytes: number, rows = 1) => {
      expected += bytes + rows * ROW_BYTES;
      expect(await sum()).toBe(expected);
    };
    const body = { content: 'éa', captureId: newOpener() };
    const clip = (await call(app, 'POST /clipboard', { headers, body })).body;
    await expectMore(3);
    await upload(app, `/clipboard/${clip.id}/files`, headers, { bytes: Buffer.alloc(1000) });
    await expectMore(1000, 0);
    const room = (await call(app, 'POST /rooms', { headers, body: { name: 'R' } })).body;
    const content = `/rooms/${room.id}/content` as const;
    const item = (await call(app, `POST ${content}`, { headers, body: { content: 'in it' } })).body;
    await expectMore(5);
    await call(app, `DELETE ${content}/${item.id}`, { headers });
    await expectMore(0, 0);
    await upload(app, `/rooms/${room.id}/upload`, headers, { bytes: Buffer.alloc(100) });
    await expectMore(100);
    const desktop = '/virtual-desktop/items' as const;
    const block = await call(app, `POST ${desktop}/text`, { headers, body: { content: 'on it' } });
    await expectMore(5);
    await call(app, `DELETE ${desktop}/${block.body.id}`, { headers });
    await expectMore(0, 0);
    // What a repeat would be answered, and ids that are known for good.
    const again = { ...headers, 'idempotency-key': 'again' };
    const kept = await call(app, 'POST /rooms', { headers: again, body: { name: 'S' } });
    await expectMore(JSON.stringify(kept.body).length);
    await call(app, `DELETE /clipboard/${clip.id}?forever=true`, { headers });
    const { reply } = await app.store.db
      .selectFrom('once')
      .select('reply')
      .where('key', 'like', 'capture %')
      .executeTakeFirstOrThrow();
    await expectMore(reply.length - 1003, 0);
    // A room with its log: an item, its deletion, a file, and its own.
    await call(app, `DELETE /rooms/${room.id}`, { headers });
    await expectMore(0, 4);
  });

  test('those who are signed out have one sum', async () => {
    const sum = () => sumStored(app.store.scans, null);
    const before = await sum();
    const sent = await fetch(`${app.url}/api/virtual-desktop/items/text`, {
      method: 'POST',
      headers: { ...signedOut, 'content-type': 'application/json', 'idempotency-key': 'kept' },
      body: JSON.stringify({ content: 'no one’s' }),
    });
    const reply = await sent.text();
    const added = Buffer.byteLength('no one’s') + Buffer.byteLength(reply);
    expect(await sum()).toBe(before + added + 2 * ROW_BYTES);
  });
});

describe('a quota', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ STORAGE_PER_PERSON_MB: '1', STORAGE_SIGNED_OUT_MB: '1' });
  });
  afterAll(() => app.stop());
  const half = Buffer.alloc(MEGABYTE / 2 - 1000, 'x');
  const plenty = async () => ({ free: 1e12, total: 1e12 });
  /** Whatever is asked for is stored, by this node and others. */
  function quota(diskSpace = plenty) {
    const stored = new Map<string | null, number>();
    const add = (userId: string | null, bytes: number) =>
      stored.set(userId, (stored.get(userId) ?? 0) + bytes);
    const sum = vi.fn(async (_: unknown, userId: string | null) => stored.get(userId) ?? 0);
    const requireSpace = quotaOn({ ...app, diskSpace }, sum);
    const take = async (asking: Parameters<typeof requireSpace>[0], bytes: number) => {
      const settle = await requireSpace(asking, bytes);
      add(asking.userId, bytes + ROW_BYTES);
      settle();
    };
    return { take, add, sum };
  }

  test('is each person’s own, and one of all who are signed out', async () => {
    const { take } = quota();
    for (const userId of ['ada', 'bob', null]) {
      await take({ userId }, MEGABYTE / 2);
      await take({ userId }, MEGABYTE / 4);
      await expect(take({ userId }, MEGABYTE / 4)).rejects.toEqual(full);
    }
  });

  test('goes on with the last sum where a busy store ends the next, and without one at first', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const { take, add, sum } = quota();
    const ended = () => sum.mockImplementation(() => Promise.reject(new ReadTooLong()));
    await take({ userId: 'ada' }, MEGABYTE / 2);
    ended();
    add('ada', MEGABYTE);
    vi.advanceTimersByTime(MINUTE_MS);
    await take({ userId: 'ada' }, MEGABYTE / 4);
    vi.advanceTimersByTime(MINUTE_MS);
    await expect(take({ userId: 'ada' }, MEGABYTE / 4)).rejects.toEqual(full);
    await take({ userId: 'bob' }, MEGABYTE / 4);
    sum.mockImplementation(() => Promise.reject(new Error('a defect')));
    await expect(take({ userId: 'eve' }, 1)).rejects.toThrow('a defect');
    vi.useRealTimers();
  });

  test('counts rows, however little is in them', async () => {
    const { take } = quota();
    for (let rows = 0; rows < MEGABYTE / ROW_BYTES; rows++) await take({ userId: 'ada' }, 0);
    await expect(take({ userId: 'ada' }, 1)).rejects.toEqual(full);
  });

  test('of what others send ends where the last quarter begins, which stays the person’s', async () => {
    const { take } = quota();
    await take({ userId: 'ada', isSent: true }, MEGABYTE / 2);
    const sending = take({ userId: 'ada', isSent: true }, MEGABYTE / 4);
    await expect(sending).rejects.toEqual(full);
    await take({ userId: 'ada' }, MEGABYTE / 4);
  });

  test('leaves what deleting and signing in need, and opens as soon as space is freed', async () => {
    let free = 200 * MEGABYTE;
    const { take } = quota(async () => ({ free, total: 1e12 }));
    await expect(take({ userId: 'ada' }, 1000)).rejects.toEqual(full);
    free = 256 * MEGABYTE + 2500;
    await take({ userId: 'ada' }, 1000);
    free -= 1000;
    await take({ userId: 'bob' }, 1000);
    free -= 1000;
    // However fast it comes.
    await expect(take({ userId: 'bob' }, 1000)).rejects.toEqual(full);
  });

  test('counts what is let in at one moment and is not stored yet', async () => {
    const all = Array.from({ length: 20 }, (_, at) => ({ userId: `person ${at % 2}` }));
    const diskSpace = async () => ({ free: 257 * MEGABYTE, total: 1e12 });
    for (const [requireSpace, fit] of [
      [quotaOn({ ...app, diskSpace: plenty }, async () => 0), 4],
      [quotaOn({ ...app, diskSpace }, async () => 0), 2],
    ] as const) {
      const asked = all.map((asking) => requireSpace(asking, 0.4 * MEGABYTE));
      const answers = await Promise.allSettled(asked);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(fit);
    }
  });

  test('a person’s clips, rooms and desktop together; making room, reading and leaving go on', async () => {
    const { headers } = await signUp(app);
    const clip = (await call(app, 'POST /clipboard', { headers, body: { content: 'a' } })).body;
    const path = `/clipboard/${clip.id}/files`;
    expect((await upload(app, path, headers, { bytes: half })).status).toBe(201);
    const room = (await call(app, 'POST /rooms', { headers, body: { name: 'R' } })).body;
    const more = () => upload(app, `/rooms/${room.id}/upload`, headers, { bytes: half });
    expect([await more(), await more()].at(-1)).toMatchObject(FULL);
    const board = await upload(app, '/virtual-desktop/items/file', headers, { bytes: half });
    expect(board).toMatchObject(FULL);
    expect((await call(app, `GET /clipboard/${clip.id}`)).status).toBe(200);
    expect((await call(app, `DELETE /clipboard/${clip.id}`, { headers })).status).toBe(200);
    expect((await call(app, 'POST /auth/logout', { headers })).status).toBe(200);
  });

  test('what is deleted for good makes room at once', async () => {
    const { headers } = await signUp(app);
    for (let times = 0; times < 3; times++) {
      const { id } = (await call(app, 'POST /clipboard', { headers, body: { content: 'a' } })).body;
      const bytes = Buffer.alloc(0.7 * MEGABYTE, 'x');
      const sent = await upload(app, `/clipboard/${id}/files`, headers, { bytes });
      const more = await upload(app, `/clipboard/${id}/files`, headers, { bytes });
      expect([sent.status, more.status]).toEqual([201, 507]);
      await call(app, `DELETE /clipboard/${id}?forever=true`, { headers });
    }
  });

  test('whoever hangs up in the middle takes no room', async () => {
    const { headers } = await signUp(app);
    const { id } = (await call(app, 'POST /clipboard', { headers, body: { content: 'a' } })).body;
    const path = `/clipboard/${id}/files`;
    const url = `${app.url}/api${path}`;
    const length = String(Math.floor(0.7 * MEGABYTE));
    const type = 'multipart/form-data; boundary=cut';
    for (let times = 0; times < 3; times++) {
      const sending = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': type, 'content-length': length },
      });
      sending.on('error', () => {});
      sending.write('--cut\r\n');
      setImmediate(() => sending.destroy());
      await new Promise((resolve) => sending.once('close', resolve));
    }
    const bytes = Buffer.alloc(0.7 * MEGABYTE, 'x');
    const send = async () => (await upload(app, path, headers, { bytes })).status;
    await expect.poll(send).toBe(201);
  });

  test('what is begun in parts can be finished, however full it is by then', async () => {
    const { headers } = await signUp(app);
    const { id } = (await call(app, 'POST /clipboard', { headers, body: { content: 'a' } })).body;
    const { used, limit } = (await call(app, 'GET /account/storage', { headers })).body;
    const bytes = Buffer.alloc(limit - used, 'x');
    const begun = await begin(app, `clipboard/${id}`, headers, { size: bytes.length });
    expect(begun.status).toBe(201);
    await putAll(app, begun.body.id, bytes, headers);
    const more = await call(app, 'POST /clipboard', { headers, body: { content: 'b' } });
    expect(more).toMatchObject(FULL);
    const body = { uploadId: begun.body.id };
    const finished = await call(app, `POST /clipboard/${id}/files`, { headers, body });
    expect(finished.status).toBe(201);
  });

  test('what was saved once is returned however full it is, or named as deleted', async () => {
    let headers: Record<string, string>;
    const save = (content: string, captureId: string) =>
      call(app, 'POST /clipboard', { headers, body: { content, captureId } });
    const saveText = async (content: string, captureId: string) => {
      const sent = { ...headers, 'content-type': 'text/plain', 'x-capture-id': captureId };
      const url = `${app.url}/api/clipboard/text`;
      const response = await fetch(url, { method: 'POST', headers: sent, body: content });
      return { status: response.status, body: await response.json() };
    };
    for (const capture of [save, saveText]) {
      ({ headers } = await signUp(app));
      const [kept, gone] = [newOpener(), newOpener()];
      const { body: clip } = await capture(text, kept);
      const { body: deleted } = await capture(text, gone);
      await call(app, `DELETE /clipboard/${deleted.id}`, { headers });
      let more = await capture(text, newOpener());
      while (more.status === 201) more = await capture(text, newOpener());
      expect(more).toMatchObject(FULL);
      expect(await capture(text, kept)).toMatchObject({ status: 200, body: { id: clip.id } });
      expect(await capture(text, gone)).toMatchObject({
        status: 410,
        body: { code: 'CAPTURE_DELETED' },
      });
      expect((await capture(`${text}y`, kept)).status).toBe(409);
    }
  });

  test('short texts that grow, and come back from versions, are counted as they are', async () => {
    const { headers, user } = await signUp(app);
    const { id: roomId } = (await call(app, 'POST /rooms', { headers, body: { name: 'R' } })).body;
    const items: string[] = [];
    for (let index = 0; index < 6; index++)
      items.push(
        (await call(app, `POST /rooms/${roomId}/content`, { headers, body: { content: 'a' } })).body
          .id,
      );
    const write = (id: string | undefined, content: string) =>
      call(app, `PATCH /rooms/${roomId}/content/${id}`, { headers, body: { content } });
    const responses = [];
    for (const id of items) responses.push(await write(id, text));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 507, 507, 507]);
    // Shorter again, it is packed to next to nothing; brought back, it is not.
    await write(items[0], 'b');
    const [{ version } = { version: 0 }] = (
      await call(app, `GET /rooms/${roomId}/content/${items[0]}/versions`, { headers })
    ).body;
    const again = async () => app.requireSpace({ userId: user.id }, MEGABYTE / 4);
    await vi.waitFor(again, { timeout: 3000, interval: 200 });
    const restored = await call(
      app,
      `POST /rooms/${roomId}/content/${items[0]}/versions/${version}/restore`,
      { headers },
    );
    expect(restored).toMatchObject(FULL);
  });

  test('what links let others write counts for their owner, and leaves them a quarter', async () => {
    const owner = await signUp(app);
    const own = { headers: owner.headers, body: { content: text } };
    const clip = (await call(app, 'POST /clipboard', own)).body;
    const link = await makeLink(app, owner, { clipId: clip.id, access: 'edit' });
    const headers = withGrant(await grantFor(app, link));
    const send = () =>
      upload(app, `/clipboard/${clip.id}/files`, headers, { bytes: half.subarray(1e5) });
    expect((await send()).status).toBe(201);
    expect(await send()).toMatchObject(FULL);
    const body = { content: text.repeat(2) };
    const saved = await call(app, `PUT /clipboard/${clip.id}`, {
      headers: { ...headers, 'if-match': '*' },
      body,
    });
    expect(saved).toMatchObject(FULL);
  });

  test('drop links leave a quarter to their owner', async () => {
    const owner = await signUp(app);
    const own = { headers: owner.headers, body: { content: text } };
    for (let times = 0; times < 2; times++) await call(app, 'POST /clipboard', own);
    const drop = withGrant(await grantFor(app, await makeLink(app, owner, { inbox: true })));
    const sending = (content: string, files = 0) =>
      call(app, 'POST /link/clips', {
        headers: drop,
        body: { content, files, captureId: newOpener() },
      });
    const waiting = (await sending('with files', 5)).body.id;
    expect(await sending(text)).toMatchObject(FULL);
    // A body that does not say how long it is counts as a whole file.
    const form = new FormData();
    form.append('file', new Blob(['short']), 'short.txt');
    const { body: stream, headers: typed } = new Request(app.url, { method: 'POST', body: form });
    const inPieces = await fetch(`${app.url}/api/link/clips/${waiting}/files`, {
      method: 'POST',
      headers: { ...drop, 'content-type': String(typed.get('content-type')) },
      body: stream,
      duplex: 'half',
    });
    expect(inPieces.status).toBe(507);
    expect((await call(app, 'POST /clipboard', own)).status).toBe(201);
  });

  test('the link of a desktop leaves a quarter to its owner', async () => {
    const owner = await signUp(app);
    const path = '/virtual-desktop/items' as const;
    await call(app, `POST ${path}/text`, { headers: owner.headers, body: { content: 'mine' } });
    const mine = await call(app, 'GET /virtual-desktop', { headers: owner.headers });
    const headers = { 'x-desktop-token': mine.body.desktop.share_token };
    const statuses = [];
    for (let times = 0; times < 5; times++) {
      const body = { content: text };
      const added = await call(app, `POST ${path}/text`, { headers, body });
      statuses.push(added.status);
      if (added.status === 201) await call(app, `DELETE ${path}/${added.body.id}`, { headers });
    }
    expect(statuses).toEqual([201, 201, 507, 507, 507]);
  });

  test('an import that does not say how long it is asks for more as it comes', async () => {
    const { headers } = await signUp(app);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(11 * MEGABYTE)]), 'archive.zip');
    const { body, headers: typed } = new Request(app.url, { method: 'POST', body: form });
    const answer = await fetch(`${app.url}/api/account/import`, {
      method: 'POST',
      headers: { ...headers, 'content-type': String(typed.get('content-type')) },
      body,
      duplex: 'half',
    });
    expect([answer.status, await answer.json()]).toEqual([FULL.status, FULL.body]);
  });
});
