import { afterAll, afterEach, beforeAll, beforeEach, expect, test as testEach, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, makeToken, type Person, signIn, signUp } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { as } from '../../testing/owner.ts';
import { sendClip } from '../../testing/push.ts';
import { closeSockets, connectSocket, record } from '../../testing/sockets.ts';
import { DAY_MS } from '../core/time.ts';

const inTime = { timeout: 60_000, interval: 20 };

onEachDatabase((environment, { test: testOnce }) => {
  let app: TestApp;
  let ada: Person;
  let phone: Pick<Person, 'headers'> & { readonly token: string };
  let ids: { laptop: string; phone: string; clip: string };
  beforeAll(async () => {
    app = await buildTestApp({ ...environment, RATE_LIMITS: 'on' });
  });
  beforeEach(async () => {
    ada = await signUp(app);
    const session = await signIn(app, ada.user.id);
    phone = { headers: bearer(session), token: session.access_token };
    const [laptop, other] = (await as(app, ada)('GET /account/sessions')).body;
    const { id: clip } = (await as(app, ada)('POST /clipboard', { content: 'milk' })).body;
    ids = { laptop: laptop.id, phone: other.id, clip };
    await as(app, ada)(`PATCH /account/sessions/${ids.phone}`, { name: ' My\nphone ' });
  });
  afterEach(closeSockets);
  afterAll(() => app.stop());

  const inbox = async (who: Pick<Person, 'headers'> = phone) =>
    (await as(app, who)('GET /devices/inbox')).body;
  const devices = async () => (await as(app, ada)('GET /devices')).body;

  testEach('the list, and who is there', async () => {
    const eve = await signUp(app);
    expect(
      (await as(app, eve)(`PATCH /account/sessions/${ids.phone}`, { name: 'Eve' })).status,
    ).toBe(404);
    const socket = await connectSocket(app.url, { token: phone.token });
    const [laptop, mine] = [
      { id: ids.laptop, name: 'test', current: true, online: false, push: false },
      { id: ids.phone, name: 'My phone', current: false, online: true, push: false },
    ];
    expect(await devices()).toEqual([mine, laptop]);
    socket.close();
    const program = await makeToken(app, ada.user.id);
    await connectSocket(app.url, { token: program.token });
    const taking = await connectSocket(app.url, { token: program.token, device: true });
    const own = { id: program.id, name: 'test', current: false, push: false };
    await vi.waitFor(
      async () =>
        expect(await devices()).toEqual([
          { ...own, online: true },
          expect.objectContaining({ online: false }),
          expect.objectContaining({ online: false }),
        ]),
      inTime,
    );
    taking.close();
    await vi.waitFor(
      async () => expect(await devices()).toContainEqual({ ...own, online: false }),
      inTime,
    );
    await app.db
      .updateTable('api_tokens')
      .set({ device_at: Date.now() - DAY_MS })
      .execute();
    expect(await devices()).toHaveLength(2);
  });

  testEach('a clip arrives on that device alone, and is seen once', async () => {
    const sockets = [ada.session.access_token, phone.token, phone.token].map((token) =>
      connectSocket(app.url, { token }),
    );
    const heard = (await Promise.all(sockets)).map(record);
    const id = await sendClip(app, ada, ids.phone, ids.clip);
    const from = { id: ids.laptop, name: 'test' };
    const clip = expect.objectContaining({ id: ids.clip, content: 'milk', tags: [] });
    await vi.waitFor(
      () =>
        expect(heard.slice(1)).toEqual([1, 2].map(() => [['device:received', { id, from, clip }]])),
      inTime,
    );
    expect(await inbox()).toEqual([{ id, from, clip, at: expect.any(String) }]);
    expect(await inbox(ada)).toEqual([]);
    const see = async (who: Pick<Person, 'headers'>) =>
      (await as(app, who)(`POST /devices/inbox/${id}/seen`)).status;
    expect(await see(ada)).toBe(404);
    expect(await Promise.all([see(phone), see(phone)])).toEqual([204, 204]);
    expect([await see(phone), await inbox()]).toEqual([204, []]);
    await vi.waitFor(() => expect(heard[1]?.at(-1)).toEqual(['device:seen', { id }]), inTime);
    expect(heard[0]).toEqual([]);
  });

  testOnce('of a clip that is gone the device reads that it is; of a day ago nothing', async () => {
    await sendClip(app, ada, ids.phone, ids.clip);
    await as(app, ada)(`DELETE /clipboard/${ids.clip}`);
    expect(await inbox()).toEqual([expect.objectContaining({ clip: null })]);
    await as(app, ada)(`DELETE /trash/clip/${ids.clip}`);
    expect(await inbox()).toEqual([expect.objectContaining({ clip: null })]);
    await app.db
      .updateTable('sent_clips')
      .set({ created_at: Date.now() - DAY_MS })
      .execute();
    expect(await inbox()).toEqual([]);
  });

  testOnce('only what is mine and saved goes, and only to what is mine', async () => {
    const send = async (who: Pick<Person, 'headers'>, device: string, clipId: string) => {
      const { status, body } = await as(app, who)(`POST /devices/${device}/send`, { clipId });
      return [status, body.code];
    };
    const eve = await signUp(app);
    expect(await send(eve, ids.phone, ids.clip)).toEqual([404, 'DEVICE_NOT_FOUND']);
    const [own] = (await as(app, eve)('GET /devices')).body;
    expect(await send(eve, own.id, ids.clip)).toEqual([404, 'CLIP_NOT_FOUND']);
    const { id: draft } = (await as(app, ada)('POST /clipboard', { content: '' })).body;
    expect(await send(ada, ids.phone, draft)).toEqual([404, 'CLIP_NOT_FOUND']);
    expect(await send(ada, ids.laptop, ids.clip)).toEqual([202, undefined]);
    await as(app, phone)('POST /auth/logout');
    expect(await send(ada, ids.phone, ids.clip)).toEqual([404, 'DEVICE_NOT_FOUND']);
  });

  testEach('a repeat sends once, and in a minute sixty go', async () => {
    const headers = { ...ada.headers, 'idempotency-key': 'once' };
    const send = () =>
      call(app, `POST /devices/${ids.phone}/send`, { headers, body: { clipId: ids.clip } });
    const [one, other] = await Promise.all([send(), send()]);
    expect([one.status, other.status, (await send()).status]).toEqual([202, 202, 202]);
    expect([one.body.id]).toEqual([other.body.id]);
    expect(await inbox()).toHaveLength(1);
    const rest = await Promise.all(
      Array.from({ length: 60 }, () =>
        as(app, ada)(`POST /devices/${ids.phone}/send`, { clipId: ids.clip }),
      ),
    );
    expect(rest.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const asked = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    expect((await inbox()).length).toBeLessThanOrEqual(60);
    // Nothing is asked for each of them. What a job asks meanwhile is something else.
    const queries = asked.mock.calls.map(([{ sql }]) => sql);
    expect(queries.length).toBeGreaterThan(0);
    expect(new Set(queries).size).toBe(queries.length);
    asked.mockRestore();
  });
});
