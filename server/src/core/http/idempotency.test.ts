import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { type Person, signUp, TEST_PASSWORD } from '../../../testing/factories.ts';
import { onEachDatabase } from '../../../testing/on-each-database.ts';
import { ask, closeSockets, connectSocket, record, settle } from '../../../testing/sockets.ts';
import { upload } from '../../../testing/uploads.ts';
import { repeatableOf } from './idempotency.ts';

onEachDatabase((environment, once) => {
  let app: TestApp;
  let anna: Person;
  let bert: Person;
  let keys = 0;

  beforeAll(async () => {
    app = await buildTestApp(environment);
    [anna, bert] = [await signUp(app), await signUp(app)];
  });
  afterAll(() => app.stop());

  const create = (person: Person, key: string | undefined, content = 'once') =>
    call(app, 'POST /clipboard', {
      body: { content },
      headers: { ...person.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    });
  const count = async (person: Person): Promise<number> =>
    (await call(app, 'GET /clipboard/stats', { headers: person.headers })).body.totalClips;
  const newKey = () => `key-${++keys}`;

  test('a repeat gets the first answer, byte for byte, and creates nothing', async () => {
    const [key, before] = [newKey(), await count(anna)];
    const first = await create(anna, key);
    const again = await create(anna, key);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(await count(anna)).toBe(before + 1);
  });

  test('ten at once create one', async () => {
    const [key, before] = [newKey(), await count(anna)];
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(anna, key)));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(201);
    expect(await count(anna)).toBe(before + 1);
  });

  test('what five at once create is told once', async () => {
    const headers = () => ({ ...anna.headers, 'idempotency-key': newKey() });
    const room = (await call(app, 'POST /rooms', { body: { name: 'Room' }, headers: anna.headers }))
      .body;
    const clip = (await create(anna, undefined)).body;
    const devices = (await call(app, 'GET /devices', { headers: anna.headers })).body;
    const here = devices.find((device: { current: boolean }) => device.current).id;
    const socket = await connectSocket(app.url, { token: anna.session.access_token });
    await ask(socket, 'join:room', { roomId: room.id });
    const heard = record(socket);
    const posts: [`POST /${string}`, () => object][] = [
      [`POST /rooms/${room.id}/content`, () => ({ content: 'told' })],
      [`POST /rooms/${room.id}/members`, () => ({ email: `${newKey()}@example.com` })],
      ['POST /clipboard', () => ({ content: 'told' })],
      ['POST /tags', () => ({ name: newKey() })],
      [`POST /devices/${here}/send`, () => ({ clipId: clip.id })],
    ];
    const toldOf = async (work: () => Promise<{ status: number }[]>) => {
      for (const { status } of await work()) expect([201, 202]).toContain(status);
      await settle(socket);
      // Who is in the room is told of the join, some time after it.
      return heard.splice(0).flatMap(([event]) => (event === 'room:presence' ? [] : [event]));
    };
    for (const [post, body] of posts) {
      const one = await toldOf(async () => [
        await call(app, post, { body: body(), headers: headers() }),
      ]);
      expect([post, one]).not.toEqual([post, []]);
      const of = { body: body(), headers: headers() };
      expect([
        post,
        await toldOf(() => Promise.all(Array.from({ length: 5 }, () => call(app, post, of)))),
      ]).toEqual([post, one]);
    }
    closeSockets();
  });

  once.test(
    'the same words from another caller, for another call or without a key are another key',
    async () => {
      const key = newKey();
      const first = await create(anna, key);
      expect((await create(bert, key)).body.id).not.toBe(first.body.id);
      const room = await call(app, 'POST /rooms', {
        body: { name: 'Room', isPrivate: false },
        headers: { ...anna.headers, 'idempotency-key': key },
      });
      expect(room.status).toBe(201);
      expect((await create(anna, undefined)).body.id).not.toBe(
        (await create(anna, undefined)).body.id,
      );
    },
  );

  once.test('a key used for something else is refused', async () => {
    const key = newKey();
    await create(anna, key);
    const before = await count(anna);
    expect(await create(anna, key, 'other')).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await count(anna)).toBe(before);
  });

  once.test('an upload of other bytes, or under another name, is another request', async () => {
    const { id } = (await create(anna, undefined)).body;
    const key = { ...anna.headers, 'idempotency-key': newKey() };
    const send = (name: string, bytes: string) =>
      upload(app, `/clipboard/${id}/files`, key, { name, bytes });
    const first = await send('a.txt', 'these');
    expect(first.status).toBe(201);
    expect((await send('a.txt', 'these')).text).toBe(first.text);
    for (const [name, bytes] of [
      ['a.txt', 'those'],
      ['a.txt', 'these and more'],
      ['b.txt', 'these'],
    ] as const)
      expect(await send(name, bytes)).toMatchObject({
        status: 409,
        body: { code: 'IDEMPOTENCY_KEY_REUSED' },
      });
    const files = await call(app, `GET /clipboard/${id}/files`);
    expect(files.body).toHaveLength(1);
  });

  once.test('what is kept tells neither body nor password, and goes with its owner', async () => {
    const secret = 'a secret of the tests';
    const caller = { as: 'x', userId: null };
    const of = (body: unknown, by = secret) =>
      repeatableOf(
        by,
        'key',
        caller,
        '/auth/register',
        body,
      )?.(async () => undefined).fingerprint();
    const first = await of({ name: 'A', password: 'one' });
    expect(await of({ name: 'A', password: 'other' })).toBe(first);
    expect(await of({ name: 'B', password: 'one' })).not.toBe(first);
    expect(await of({ name: 'A', password: 'one' }, 'another secret')).not.toBe(first);

    const carl = await signUp(app);
    await create(carl, newKey());
    const kept = () =>
      app.store.db.selectFrom('once').select('key').where('user_id', '=', carl.user.id).execute();
    expect(await kept()).toHaveLength(1);
    await call(app, 'DELETE /account', {
      headers: carl.headers,
      body: { password: TEST_PASSWORD },
    });
    expect(await kept()).toEqual([]);
  });

  once.test('a call that failed leaves its key free', async () => {
    const key = newKey();
    expect((await create(anna, key, 'x'.repeat(512 * 1024 + 1))).status).toBe(413);
    expect((await create(anna, key, 'short enough')).status).toBe(201);
  });

  once.test('after a day a key is new again', async () => {
    const key = newKey();
    const first = await create(anna, key);
    await app.store.db.updateTable('once').set({ forget_at: Date.now() }).execute();
    const second = await create(anna, key);
    expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
    expect((await create(anna, key)).body.id).toBe(second.body.id);
  });

  once.test('a key that is too long is refused', async () => {
    expect(await create(anna, 'k'.repeat(256))).toMatchObject({
      status: 400,
      body: { error: 'Invalid request' },
    });
    expect((await create(anna, 'k'.repeat(255))).status).toBe(201);
  });
});
