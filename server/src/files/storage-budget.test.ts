import { ProductError } from '@clipline/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { grantFor, makeLink, newOpener, withGrant } from '../../testing/links.ts';
import { LATE_UPLOAD, sendLate } from '../../testing/late-body.ts';
import { upload } from '../../testing/uploads.ts';
import { createStorageBudget, type StorageBudgetSources } from './storage-budget.ts';
import { findUseOfPerson, findUseOfSent, findUseOfSignedOut } from './storage-use.queries.ts';

const FULL = { status: 507, body: { error: 'Storage is full', code: 'STORAGE_FULL' } };
const MEGABYTE = 1024 ** 2;

describe('a budget', () => {
  const nothing = async () => ({ bytes: 0, things: 0 });
  const plenty = async () => ({ free: 1e12, total: 1e12 });
  const budget = (sources: Partial<StorageBudgetSources>) =>
    createStorageBudget({
      ofPerson: nothing,
      sentTo: nothing,
      ofSignedOut: nothing,
      disk: plenty,
      perPersonMb: 10,
      signedOutMb: 10,
      ...sources,
    });
  const adding = (userId: string | null, megabytes: number, networkHash = 'here') => ({
    userId,
    networkHash,
    bytes: megabytes * MEGABYTE,
  });
  const full = expect.objectContaining({ code: 'STORAGE_FULL' });

  test('is each person’s own', async () => {
    const { require } = budget({});
    for (let index = 0; index < 10; index++) await require(adding('ada', 1));
    await expect(require(adding('ada', 1))).rejects.toEqual(full);
    await require(adding('bob', 1));
  });

  test('of those who are signed out is one, and a fifth of it each network’s', async () => {
    const { require } = budget({});
    await require(adding(null, 2));
    await expect(require(adding(null, 1))).rejects.toEqual(full);
    for (const network of ['b', 'c', 'd', 'e']) await require(adding(null, 2, network));
    await expect(require(adding(null, 1, 'f'))).rejects.toEqual(full);
  });

  test('of a person is filled to a quarter by others, and the rest stays theirs', async () => {
    const { require } = budget({});
    const sending = { ...adding('ada', 1), isSent: true };
    await require(sending);
    await require(sending);
    await expect(require(sending)).rejects.toEqual(full);
    for (let index = 0; index < 8; index++) await require(adding('ada', 1));
    await expect(require(adding('ada', 1))).rejects.toEqual(full);
  });

  test('counts rows as well', async () => {
    const { require } = budget({ ofPerson: async () => ({ bytes: 0, things: 2_000_000 }) });
    await expect(require(adding('ada', 0))).rejects.toEqual(full);
  });

  test('leaves what deleting and signing in need, and opens as soon as space is freed', async () => {
    let free = 200 * MEGABYTE;
    const { require } = budget({ disk: async () => ({ free, total: 1e12 }) });
    await expect(require(adding('ada', 1))).rejects.toEqual(full);
    free = 1000 * MEGABYTE;
    await require(adding('ada', 1));
  });

  test('what was granted and has not come is not granted twice', async () => {
    let free = 356 * MEGABYTE;
    let coming = 60 * MEGABYTE;
    const { require } = budget({ perPersonMb: 1000, disk: async () => ({ free, total: 1e12 }) });
    await require({ ...adding('ada', 60), coming: () => coming });
    // The disk is looked at again, and has not changed.
    await expect(require(adding('bob', 60))).rejects.toEqual(full);
    await require(adding('bob', 10));
    free -= 50 * MEGABYTE;
    coming -= 50 * MEGABYTE;
    await expect(require(adding('bob', 60))).rejects.toEqual(full);
    // Its sender went away.
    coming = 0;
    free += 50 * MEGABYTE;
    await require(adding('bob', 60));
  });

  test('what a share refuses is not kept for it, however much of it still comes', async () => {
    const { require } = budget({
      perPersonMb: 100,
      ofPerson: async (userId) => ({ bytes: userId === 'ada' ? 90 * MEGABYTE : 0, things: 0 }),
      disk: async () => ({ free: 356 * MEGABYTE, total: 1e12 }),
    });
    const late = { ...adding('ada', 60), coming: () => 60 * MEGABYTE };
    await expect(require(late)).rejects.toEqual(full);
    await require(adding('bob', 60));
  });

  test('takes no more into what is kept free however fast it comes', async () => {
    let free = 259.5 * MEGABYTE;
    const { require } = budget({ disk: async () => ({ free, total: 1e12 }) });
    for (let index = 0; index < 3; index++) {
      await require(adding('ada', 1));
      free -= MEGABYTE;
    }
    await expect(require(adding('ada', 1))).rejects.toEqual(full);
  });
});

onEachDatabase((environment) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({
      ...environment,
      STORAGE_PER_PERSON_MB: '1',
      STORAGE_SIGNED_OUT_MB: '5',
    });
  });
  afterAll(() => app.stop());
  const half = Buffer.alloc(MEGABYTE / 2 - 1000, 'x');

  test('a person’s clips, rooms and desktop together', async () => {
    const { headers, user } = await signUp(app);
    const clip = (await call(app, 'POST /clipboard', { headers, body: { content: 'éa' } })).body;
    expect(
      (await upload(app, `/clipboard/${clip.id}/files`, headers, { bytes: half })).status,
    ).toBe(201);
    const room = (await call(app, 'POST /rooms', { headers, body: { name: 'R' } })).body;
    await call(app, `POST /rooms/${room.id}/content`, { headers, body: { content: 'in it' } });
    await call(app, 'POST /virtual-desktop/items/text', {
      headers,
      body: { content: 'on it' },
    });
    expect(await findUseOfPerson(app.store.db, user.id)).toEqual({
      bytes: 3 + half.length + 5 + 5,
      things: 4,
    });
    const more = () => upload(app, `/rooms/${room.id}/upload`, headers, { bytes: half });
    const refused = [await more(), await more()].at(-1);
    expect(refused).toMatchObject(FULL);
    // What is needed to make room, to leave and to read goes on.
    expect((await call(app, `GET /clipboard/${clip.id}`)).status).toBe(200);
    expect((await call(app, `DELETE /clipboard/${clip.id}`, { headers })).status).toBe(200);
    expect((await call(app, 'POST /auth/logout', { headers })).status).toBe(200);
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
      const text = 'x'.repeat(20_000);
      const { body: clip } = await capture(text, kept);
      const { body: deleted } = await capture(text, gone);
      await call(app, `DELETE /clipboard/${deleted.id}`, { headers });
      const { body: large } = await call(app, 'POST /clipboard', {
        headers,
        body: { content: 'large' },
      });
      await upload(app, `/clipboard/${large.id}/files`, headers, { bytes: half });
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

  test('a browser’s desktop counts for its network until it is a user’s', async () => {
    const first = await fetch(`${app.url}/api/virtual-desktop/items/text`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://clipline.test' },
      body: JSON.stringify({ content: 'no one’s' }),
    });
    expect(first.status).toBe(201);
    const bytes = Buffer.byteLength('no one’s');
    expect(await findUseOfSignedOut(app.store.db)).toEqual({ bytes, things: 1 });
    const { network_hash: hash } = await app.store.db
      .selectFrom('desktops')
      .select('network_hash')
      .where('user_id', 'is', null)
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(await findUseOfSignedOut(app.store.db, String(hash))).toEqual({ bytes, things: 1 });
    expect(await findUseOfSignedOut(app.store.db, 'elsewhere')).toEqual({ bytes: 0, things: 0 });
    const cookie = (first.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const send = () =>
      upload(
        app,
        '/virtual-desktop/items/file',
        { cookie, origin: 'http://clipline.test' },
        { bytes: half },
      );
    const responses = [await send(), await send(), await send()];
    expect(responses.map(({ status }) => status)).toContain(507);
  });

  const text = 'x'.repeat(MEGABYTE / 4);

  test('short texts that grow, and come back from versions, are counted as they are', async () => {
    const owner = await signUp(app);
    const { headers } = owner;
    const { id: roomId } = (await call(app, 'POST /rooms', { headers, body: { name: 'R' } })).body;
    const add = { headers, body: { content: 'a' } };
    const items = [];
    for (let index = 0; index < 6; index++)
      items.push((await call(app, `POST /rooms/${roomId}/content`, add)).body.id);
    const grow = async (id: string) =>
      call(app, `PATCH /rooms/${roomId}/content/${id}`, { headers, body: { content: text } });
    const responses = [];
    for (const id of items) responses.push(await grow(id));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 507, 507, 507]);
    expect(responses.at(-1)).toMatchObject(FULL);
    // Shorter again, they are packed to next to nothing; brought back, they are not.
    for (const id of items)
      await call(app, `PATCH /rooms/${roomId}/content/${id}`, { headers, body: { content: 'b' } });
    const use = (await findUseOfPerson(app.store.db, owner.user.id)).bytes;
    const clip = (await call(app, 'POST /clipboard', { headers, body: { content: 'short' } })).body;
    await app.store.db
      .insertInto('clip_versions')
      .values({
        thing_id: clip.id,
        version: 1,
        saved_at: Date.now(),
        burst_at: null,
        by_kind: 'you',
        by_id: '',
        by_label: null,
        ended_at: Date.now(),
        look_at: null,
        is_last_own: 0,
        chars: MEGABYTE - use,
        bytes: MEGABYTE - use,
        files: '[]',
        packed: 'x'.repeat(MEGABYTE - use),
      })
      .execute();
    const restore = () => call(app, `POST /clipboard/${clip.id}/versions/1/restore`, { headers });
    expect([await restore(), await restore()].at(-1)).toMatchObject(FULL);
  });

  test('what a link lets others write counts for its owner', async () => {
    const owner = await signUp(app);
    const [clip, other] = await Promise.all(
      ['one', 'two'].map((content) =>
        call(app, 'POST /clipboard', { headers: owner.headers, body: { content } }),
      ),
    );
    const link = await makeLink(app, owner, { clipId: clip?.body.id, access: 'edit' });
    const headers = withGrant(await grantFor(app, link));
    const send = (bytes: Buffer) =>
      upload(app, `/clipboard/${clip?.body.id}/files`, headers, { bytes });
    expect((await send(half)).status).toBe(201);
    expect([await send(half), await send(half)].at(-1)).toMatchObject(FULL);
    const own = await call(app, `PUT /clipboard/${other?.body.id}`, {
      headers: owner.headers,
      body: { content: text.repeat(2) },
    });
    expect(own).toMatchObject(FULL);
    const saved = await call(app, `PUT /clipboard/${clip?.body.id}`, {
      headers: { ...headers, 'if-match': '*' },
      body: { content: text.repeat(2) },
    });
    expect(saved).toMatchObject(FULL);
  });

  test('what an upload was granted is on its way until it has come, or is answered', async () => {
    const asked = vi.spyOn(app, 'requireSpace');
    const { headers } = await signUp(app);
    const clip = (await call(app, 'POST /clipboard', { headers, body: { content: 'x' } })).body;
    const path = `/clipboard/${clip.id}/files`;
    const late = { method: 'POST', path, headers, ...LATE_UPLOAD };
    const coming = () => asked.mock.lastCall?.[0].coming?.() ?? NaN;
    asked.mockClear();
    const { status } = await sendLate(app, { ...late, early: 1000 }, async () => {
      await expect.poll(() => asked.mock.calls.length).toBe(1);
      await expect.poll(coming).toBeLessThanOrEqual(LATE_UPLOAD.body.length - 1000);
      expect(coming()).toBeGreaterThan(LATE_UPLOAD.body.length - 2000);
    });
    expect([status, coming()]).toEqual([201, 0]);
    // Refused for what it is, it need not come at all.
    const type = 'multipart/form-data';
    const refused = await sendLate(app, { ...late, type, withRest: false }, async () => {});
    expect(refused.status).toBe(400);
    await expect.poll(coming).toBe(0);
  });

  test('an import that does not say how long it is takes no more than there is space for', async () => {
    const { headers } = await signUp(app);
    const asked = vi.spyOn(app, 'requireSpace').mockImplementation(async (_, bytes) => {
      if (bytes > 10 * MEGABYTE) throw new ProductError('STORAGE_FULL');
    });
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
    expect(asked.mock.calls.map(([, bytes]) => bytes)).toEqual([10 * MEGABYTE, 16 * MEGABYTE]);
  });

  test('drop links fill a quarter of what their owner may store, and nothing of a network’s', async () => {
    const owner = await signUp(app);
    const headers = withGrant(await grantFor(app, await makeLink(app, owner, { inbox: true })));
    const sending = (content: string, files = 0) =>
      call(app, 'POST /link/clips', { headers, body: { content, files, captureId: newOpener() } });
    const waiting = (await sending('with files', 5)).body.id;
    expect((await sending(text.slice(0, 200_000))).status).toBe(201);
    expect([await sending(text), await sending(text)].at(-1)).toMatchObject(FULL);
    // A body that does not say how long it is counts as a whole file.
    const form = new FormData();
    form.append('file', new Blob(['short']), 'short.txt');
    const { body, headers: typed } = new Request(app.url, { method: 'POST', body: form });
    const inPieces = await fetch(`${app.url}/api/link/clips/${waiting}/files`, {
      method: 'POST',
      headers: { ...headers, 'content-type': String(typed.get('content-type')) },
      body,
      duplex: 'half',
    });
    expect(inPieces.status).toBe(507);
    expect(await findUseOfSent(app.store.db, owner.user.id)).toEqual({
      bytes: Buffer.byteLength('with files') + 200_000,
      things: 2,
    });
    // The rest is still their own.
    const own = { headers: owner.headers, body: { content: text } };
    expect((await call(app, 'POST /clipboard', own)).status).toBe(201);
  });

  describe('what is not kept, again and again', () => {
    const path = '/virtual-desktop/items' as const;
    const signedOut = { origin: 'http://clipline.test' };

    test('an answer kept for a repeat counts for who got it, as long as it is kept', async () => {
      const { user, headers } = await signUp(app);
      const makeAndDrop = async (key: string) => {
        const { status, body } = await call(app, 'POST /clipboard', {
          headers: { ...headers, 'idempotency-key': key },
          body: { content: text },
        });
        await call(app, `DELETE /clipboard/${body.id}`, { headers });
        await call(app, `DELETE /trash/clip/${body.id}`, { headers });
        return status;
      };
      const statuses = [];
      for (const key of ['1', '2', '3', '4', '5']) statuses.push(await makeAndDrop(key));
      expect(statuses).toEqual([201, 201, 201, 507, 507]);
      const { bytes, things } = await findUseOfPerson(app.store.db, user.id);
      expect([bytes > 3 * text.length, things]).toEqual([true, 3]);
    });

    test('signed out, such responses and what was deleted count for the network', async () => {
      const before = await findUseOfSignedOut(app.store.db);
      const first = await fetch(`${app.url}/api${path}/text`, {
        method: 'POST',
        headers: { ...signedOut, 'content-type': 'application/json', 'idempotency-key': 'kept' },
        body: JSON.stringify({ content: 'once' }),
      });
      const { id } = (await first.json()) as { id: string };
      const cookie = (first.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
      const headers = { ...signedOut, cookie };
      expect((await call(app, `DELETE ${path}/${id}`, { headers })).status).toBe(200);
      const { reply, network_hash: hash } = await app.store.db
        .selectFrom('idempotency')
        .select(['reply', 'network_hash'])
        .where('user_id', 'is', null)
        .where('network_hash', 'is not', null)
        .executeTakeFirstOrThrow();
      const added = { bytes: 'once'.length + Buffer.byteLength(reply), things: 2 };
      const sum = { bytes: before.bytes + added.bytes, things: before.things + added.things };
      expect(await findUseOfSignedOut(app.store.db)).toEqual(sum);
      expect(await findUseOfSignedOut(app.store.db, String(hash))).toEqual(sum);
      expect((await findUseOfSignedOut(app.store.db, 'elsewhere')).things).toBe(0);
    });

    test('an id that a client gave a clip counts as a thing for as long as it is known', async () => {
      const { user, headers } = await signUp(app);
      const use = async () => findUseOfPerson(app.store.db, user.id);
      for (let things = 1; things <= 3; things++) {
        const body = { content: 'gone', captureId: newOpener() };
        const { id } = (await call(app, 'POST /clipboard', { headers, body })).body;
        expect(await use()).toEqual({ bytes: 'gone'.length, things });
        expect((await call(app, `DELETE /clipboard/${id}?forever=true`, { headers })).status).toBe(
          204,
        );
        expect(await use()).toEqual({ bytes: 0, things });
      }
    });

    test('a room and its log count as things for as long as they are known', async () => {
      const { user, headers } = await signUp(app);
      const use = async () => findUseOfPerson(app.store.db, user.id);
      for (const things of [4, 8]) {
        const { id } = (await call(app, 'POST /rooms', { headers, body: { name: 'gone' } })).body;
        const content = `/rooms/${id}/content` as const;
        const body = { content: 'in it' };
        const item = (await call(app, `POST ${content}`, { headers, body })).body;
        await call(app, `DELETE ${content}/${item.id}`, { headers });
        await call(app, `DELETE /rooms/${id}`, { headers });
        const emptied = await call(app, 'DELETE /trash', { headers });
        expect(emptied.status).toBeLessThan(300);
        expect(await use()).toEqual({ bytes: 0, things });
      }
    });

    test('the link of a desktop fills what its owner may store, and no more', async () => {
      const owner = await signUp(app);
      await call(app, `POST ${path}/text`, { headers: owner.headers, body: { content: 'mine' } });
      const mine = await call(app, 'GET /virtual-desktop', { headers: owner.headers });
      const headers = { 'x-desktop-token': mine.body.desktop.share_token };
      const statuses = [];
      for (let times = 0; times < 6; times++) {
        const { status, body } = await call(app, `POST ${path}/text`, {
          headers,
          body: { content: text },
        });
        statuses.push(status);
        if (status === 201) await call(app, `DELETE ${path}/${body.id}`, { headers });
      }
      expect(statuses).toEqual([201, 201, 201, 507, 507, 507]);
      const file = await upload(app, `${path}/file`, headers, { bytes: half });
      expect(file).toMatchObject(FULL);
    });
  });
});
