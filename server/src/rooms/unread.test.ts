import { afterAll, afterEach, beforeAll, beforeEach, expect, test as testEach, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Person, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { as } from '../../testing/owner.ts';
import { ask, closeSockets, connectSocket } from '../../testing/sockets.ts';

const inTime = { timeout: 60_000, interval: 20 };

onEachDatabase((environment, { test: testOnce }) => {
  let app: TestApp;
  let [ada, bob]: Person[] = [];
  let roomId = '';
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  beforeEach(async () => {
    [ada, bob] = [await signUp(app), await signUp(app)];
    roomId = (await as(app, ada)('POST /rooms', { name: 'Kitchen' })).body.id;
    await add();
    await as(app, ada)(`POST /rooms/${roomId}/members`, { email: bob.user.email });
  });
  afterEach(closeSockets);
  afterAll(() => app.stop());

  const add = async (who = ada!) =>
    (await as(app, who)(`POST /rooms/${roomId}/content`, { content: 'milk' })).body.id as string;
  const seen = async (who = bob!) => (await as(app, who)(`PUT /rooms/${roomId}/seen`)).status;
  const unread = async (who = bob!) => {
    const [listed] = (await as(app, who)('GET /rooms')).body;
    const { body } = await as(app, who)(`GET /rooms/${roomId}`);
    expect([listed.unread, listed.notifications]).toEqual([body.unread, body.notifications]);
    return body.unread as number;
  };

  testOnce('what others added since one looked, and is still there, up to 99', async () => {
    expect([await unread(), await unread(ada)]).toEqual([0, 0]);
    const first = await add();
    await add();
    await add(bob);
    expect([await unread(), await unread(ada)]).toEqual([2, 1]);
    await as(app, ada!)(`PATCH /rooms/${roomId}/content/${first}`, { content: 'bread' });
    expect(await unread()).toBe(2);
    await as(app, ada!)(`DELETE /rooms/${roomId}/content/${first}`);
    expect(await unread()).toBe(1);
    await as(app, ada!)(`POST /rooms/${roomId}/content/${first}/restore`);
    expect(await unread()).toBe(2);
    // To open a room is not to look at what is in it.
    expect(await seen()).toBe(204);
    expect([await unread(), await unread(ada)]).toEqual([0, 1]);
    for (let count = 0; count < 101; count++) await add();
    expect(await unread()).toBe(99);
    // As it was.
    await as(app, ada!)(`DELETE /rooms/${roomId}`);
    await as(app, ada!)(`POST /trash/room/${roomId}/restore`);
    expect([await unread(), await unread(ada)]).toEqual([99, 1]);
  });

  testEach(
    'who looks on two devices at once, while things are added, has seen what was there',
    async () => {
      await Promise.all([add(), seen(), add(), seen(), add(), seen()]);
      const before = await unread();
      expect(before).toBeLessThanOrEqual(3);
      await add();
      expect(await unread()).toBe(before + 1);
      await Promise.all([seen(), seen(), seen()]);
      expect(await unread()).toBe(0);
    },
  );

  testEach('what is added while one looks has been seen, and nothing is told', async () => {
    const socket = await connectSocket(app.url, { token: bob!.session.access_token });
    const heard: number[] = [];
    socket.on('room:news', (news) => heard.push(news.unread));
    expect(await ask(socket, 'app:front', { front: true, roomId })).toEqual({ ok: true });
    await seen();
    await vi.waitFor(() => expect(app.unreadSince.size).toBe(0), inTime);
    await add();
    await vi.waitFor(() => expect(app.unreadSince.size).toBe(0), inTime);
    expect(await unread()).toBe(0);
    expect(heard.filter((count) => count > 0)).toEqual([]);
    await ask(socket, 'app:front', { front: true });
    await add();
    await vi.waitFor(() => expect(heard.at(-1)).toBe(1), inTime);
    expect(await unread()).toBe(1);
  });

  testOnce('off counts nothing, and what came meanwhile is not counted afterwards', async () => {
    const set = (mode: string) => as(app, bob!)(`PUT /rooms/${roomId}/notifications`, { mode });
    await add();
    expect((await set('off')).status).toBe(204);
    await add();
    expect(await unread()).toBe(0);
    await set('all');
    expect(await unread()).toBe(0);
    await add();
    expect(await unread()).toBe(1);
    // Leaving forgets it, and who comes again begins anew.
    await as(app, bob!)(`POST /rooms/${roomId}/leave`);
    await as(app, ada!)(`POST /rooms/${roomId}/members`, { email: bob!.user.email });
    const { body } = await as(app, bob!)(`GET /rooms/${roomId}`);
    expect([body.unread, body.notifications]).toEqual([0, 'badge']);
  });

  testOnce('a reader of a public room has no number', async () => {
    const { body } = await as(app, await signUp(app))(`GET /rooms/${roomId}`);
    expect([body.unread, body.notifications]).toEqual([null, null]);
  });

  testOnce(
    'members hear of it at once, then once a second with the last number; who added not',
    async () => {
      const listen = async ({ session }: Person) => {
        const heard: { unread: number; at: number }[] = [];
        const socket = await connectSocket(app.url, { token: session.access_token });
        socket.on('room:news', ({ unread: count }) =>
          heard.push({ unread: count, at: performance.now() }),
        );
        return heard;
      };
      // Until then it is about what was added before.
      const quiet = { timeout: 10_000, interval: 5 };
      await vi.waitFor(() => expect(app.unreadSince.size).toBe(0), quiet);
      const [own, theirs] = [await listen(ada!), await listen(bob!)];
      const began = performance.now();
      await add();
      await vi.waitFor(() => expect(theirs.map((each) => each.unread)).toEqual([1]), inTime);
      for (let count = 0; count < 9; count++) await add();
      await vi.waitFor(() => expect(theirs.at(-1)?.unread).toBe(10), inTime);
      await seen();
      await vi.waitFor(() => expect(theirs.at(-1)?.unread).toBe(0), inTime);
      // Timers keep time from the moment of telling, sockets tell later: any of them, by however much.
      for (const [index, { at }] of theirs.entries())
        expect(at - began).toBeGreaterThan(index * 990);
      expect(own).toEqual([]);
    },
  );
});
