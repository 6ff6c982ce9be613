import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { call } from '../testing/call.ts';
import { bearer, signIn, signUp } from '../testing/factories.ts';
import { onPostgres } from '../testing/on-each-database.ts';
import { type SilentProxy, startSilentProxy } from '../testing/silent-proxy.ts';
import {
  ask,
  closeSockets,
  connectSocket,
  ended,
  followClip,
  record,
  settle,
} from '../testing/sockets.ts';

const REDIS_URL = process.env['TEST_REDIS_URL'];
/** 5 s are promised. A starved machine may take longer. */
const inTime = { timeout: 60_000, interval: 10 };
/**
 * No call takes longer because of Redis, on however slow a machine; without a bound
 * they would wait for minutes.
 */
const PATIENCE_MS = 10_000;

onPostgres((database) => {
  describe.skipIf(!REDIS_URL)('two nodes, one of which loses Redis without a word', () => {
    let proxy: SilentProxy;
    let nodes: TestApp[] = [];
    beforeAll(async () => {
      proxy = await startSilentProxy(String(REDIS_URL));
      const settings = { ...database, RATE_LIMITS: 'on', LOG_LEVEL: 'silent' };
      nodes = [
        await buildTestApp({ ...settings, REDIS_URL: String(REDIS_URL) }),
        await buildTestApp({ ...settings, REDIS_URL: proxy.url }),
      ];
    });
    afterEach(closeSockets);
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await proxy.stop();
    });

    test('it saves and reads on in bounded time, counts for itself, says so, and is live again by itself', async () => {
      const [a, b] = nodes as [TestApp, TestApp];
      const owner = await signUp(a);
      const clip = (
        await call(a, 'POST /clipboard', { body: { content: 'first' }, headers: owner.headers })
      ).body;
      const [here, there] = [await followClip(a.url, clip.id), await followClip(b.url, clip.id)];
      let slowest = 0;
      const timely = async <T>(work: () => Promise<T>): Promise<T> => {
        const began = performance.now();
        const answer = await work();
        slowest = Math.max(slowest, performance.now() - began);
        return answer;
      };
      const save = (
        on: TestApp,
        content: string,
        headers: Record<string, string> = owner.headers,
      ) =>
        timely(
          async () =>
            (await call(on, `PUT /clipboard/${clip.id}`, { body: { content }, headers })).status,
        );
      const status = async () =>
        ((await (await fetch(`${b.url}/readyz`)).json()) as { status: string }).status;
      expect(await status()).toBe('ready');

      proxy.fallSilent();
      // Before anybody can have noticed, and until it is noticed.
      let saves = 0;
      await vi.waitFor(async () => {
        expect(await save(b, `silent ${++saves}`)).toBe(200);
        expect(await status()).toBe('degraded');
      }, inTime);
      expect(await save(a, 'by the other')).toBe(200);
      expect((await timely(() => call(b, `GET /clipboard/${clip.id}`))).body.content).toBe(
        'by the other',
      );
      const own = Array.from({ length: saves }, (_, index) => `silent ${index + 1}`);
      await vi.waitFor(
        () =>
          expect([there, here]).toEqual([
            ['first', ...own],
            ['first', 'by the other'],
          ]),
        inTime,
      );
      const failLogin = () =>
        timely(
          async () =>
            (
              await call(b, 'POST /auth/login', {
                body: { email: owner.user.email, password: 'wrong password' },
              })
            ).status,
        );
      const statuses = [];
      for (let attempt = 0; attempt < 6; attempt++) statuses.push(await failLogin());
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      const session = await timely(() =>
        connectSocket(b.url, { token: owner.session.access_token }),
      );
      const left = ended(session);
      expect((await call(a, 'POST /auth/logout', { headers: owner.headers })).status).toBe(200);
      expect(await left).toBe('io server disconnect');
      expect(slowest).toBeLessThan(PATIENCE_MS);

      proxy.speakAgain();
      // What A said reaches B's viewers: they read again.
      await vi.waitFor(() => expect(there.at(-1)).toBe('by the other'), inTime);
      const again = bearer(await signIn(a, owner.user.id));
      expect(await save(b, 'together', again)).toBe(200);
      await vi.waitFor(
        () => expect([here.at(-1), there.at(-1)]).toEqual(['together', 'together']),
        inTime,
      );
      await vi.waitFor(async () => expect(await status()).toBe('ready'), inTime);
    });

    test('who lost a right on the other hears nothing more here meanwhile', async () => {
      const [a, b] = nodes as [TestApp, TestApp];
      const [owner, member] = [await signUp(a), await signUp(a)];
      const by = (on: TestApp, what: Parameters<typeof call>[1], body?: object) =>
        call(on, what, { body, headers: owner.headers });
      const { body: room } = await by(a, 'POST /rooms', { name: 'Kitchen' });
      const { body: clip } = await by(a, 'POST /clipboard', { content: 'shared' });
      await by(a, `POST /rooms/${room.id}/members`, { email: member.user.email });
      const [own, reader] = [
        await connectSocket(b.url, { token: owner.session.access_token }),
        await connectSocket(b.url, { token: member.session.access_token }),
      ];
      for (const each of [own, reader]) await ask(each, 'join:room', { roomId: room.id });
      const [heardByOwner, heard] = [record(own), record(reader)];
      const viewer = await connectSocket(b.url);
      await ask(viewer, 'join:clip', { clipId: clip.id });
      const told = record(viewer);
      /** Whether the member hears of what is added here. */
      const hears = async () => {
        const content = { type: 'text', content: 'for members' };
        const { body: item } = await by(b, `POST /rooms/${room.id}/content`, content);
        await vi.waitFor(() => expect(JSON.stringify(heardByOwner)).toContain(item.id), inTime);
        await settle(reader);
        return JSON.stringify(heard).includes(item.id);
      };
      expect(await hears()).toBe(true);

      proxy.fallSilent();
      await by(a, `DELETE /rooms/${room.id}/members/${member.user.id}`);
      await by(a, `PATCH /clipboard/${clip.id}/address`, { open: false });
      await expect.poll(hears, inTime).toBe(false);
      await expect.poll(() => told, inTime).toEqual([['link:closed', { clipId: clip.id }]]);
      proxy.speakAgain();
    });
  });
});
