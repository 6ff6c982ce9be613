import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { call } from '../testing/call.ts';
import { bearer, makeToken, type Person, signIn, signUp } from '../testing/factories.ts';
import { administer } from '../testing/administer.ts';
import { onEmptyPostgres } from '../testing/on-each-database.ts';
import { heardOf, openHost, openPeer, until } from '../testing/lan.ts';
import { grantFor, makeLink, makeSealed, open as openLink } from '../testing/links.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { type SilentProxy, startSilentProxy } from '../testing/silent-proxy.ts';
import { ask, closeSockets, connectSocket, ended, followClip, record } from '../testing/sockets.ts';
import { as, signUpAdmin } from '../testing/owner.ts';
import { addAuthenticator, logIn, turnOn } from '../testing/security.ts';
import { upload } from '../testing/uploads.ts';
import { createLeadership } from './core/db/leader.ts';
import { newId } from './core/ids.ts';

const REDIS_URL = process.env['TEST_REDIS_URL'];
/** 5 s are promised, also for all to be live again. A starved machine may take longer. */
const inTime = { timeout: 60_000, interval: 10 };

/** With their files in one place. */
function startTwo(environment: Record<string, string>) {
  const storage = memoryStorage();
  return Promise.all([1, 2].map(() => buildTestApp(environment, { storage })));
}

async function newClip(
  app: TestApp,
  owner: Person,
): Promise<{ id: string; save: (on: TestApp, content: string) => Promise<number> }> {
  const { body } = await call(app, 'POST /clipboard', {
    body: { content: 'first' },
    headers: owner.headers,
  });
  const save = async (on: TestApp, content: string) =>
    (await call(on, `PUT /clipboard/${body.id}`, { body: { content }, headers: owner.headers }))
      .status;
  return { id: body.id, save };
}

onEmptyPostgres((database) => {
  describe.skipIf(!REDIS_URL)('two nodes', () => {
    let nodes: TestApp[] = [];
    const [a, b] = [() => nodes[0] as TestApp, () => nodes[1] as TestApp];
    // They also migrate the new database at the same time.
    beforeAll(async () => {
      nodes = await startTwo({ ...database, REDIS_URL: String(REDIS_URL), RATE_LIMITS: 'on' });
    });
    afterEach(closeSockets);
    afterAll(() => Promise.all(nodes.map((node) => node.stop())));

    test('viewers of a clip are live on both, each version once', async () => {
      const owner = await signUp(a());
      const clip = await newClip(a(), owner);
      const heard: string[][] = [];
      for (const app of nodes) {
        const socket = await connectSocket(app.url);
        await ask(socket, 'join:clip', { clipId: clip.id });
        const contents: string[] = [];
        socket.on('clip-content-updated', ({ content }) => contents.push(content));
        heard.push(contents);
      }
      expect(await clip.save(a(), 'from A')).toBe(200);
      await vi.waitFor(() => expect(heard).toEqual([['from A'], ['from A']]), inTime);
      expect(await clip.save(b(), 'from B')).toBe(200);
      await vi.waitFor(
        () =>
          expect(heard).toEqual([
            ['from A', 'from B'],
            ['from A', 'from B'],
          ]),
        inTime,
      );
    });

    test('a confirmation counts on both, and of twenty with one recovery code one gets in', async () => {
      const person = await signUp(a());
      await addAuthenticator(a(), person);
      const [code] = await turnOn(a(), person);
      const { body } = await call(b(), 'GET /account/security', { headers: person.headers });
      expect([body.twoStep.on, body.confirmed.by]).toEqual([true, 'password']);
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const { token } = (await logIn(index % 2 ? a() : b(), person)).step;
          return call(index % 2 ? b() : a(), 'POST /auth/step', { body: { token, code } });
        }),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    test('a logout on one closes the socket of that session on the other, and no other', async () => {
      const person = await signUp(a());
      const other = await signIn(a(), person.user.id);
      const [leaving, staying] = [
        await connectSocket(b().url, { token: person.session.access_token }),
        await connectSocket(b().url, { token: other.access_token }),
      ];
      const left = ended(leaving);
      expect((await call(a(), 'POST /auth/logout', { headers: person.headers })).status).toBe(200);
      expect(await left).toBe('io server disconnect');
      expect((await call(b(), 'GET /clipboard/stats', { headers: person.headers })).status).toBe(
        401,
      );
      expect((await call(b(), 'GET /clipboard/stats', { headers: bearer(other) })).status).toBe(
        200,
      );
      expect(staying.connected).toBe(true);
    });

    test('who is disabled on one is out on the other, and a phone is let in across both', async () => {
      const [admin, person] = [await signUpAdmin(a()), await signUp(a())];
      const socket = await connectSocket(b().url, { token: person.session.access_token });
      const heard = record(socket);
      const { body: opened } = await as(a(), person)('POST /auth/handover');
      const token = new URL(opened.url).hash.slice(1);
      const { body: claimed } = await call(a(), 'POST /auth/handover/claim', { body: { token } });
      await expect.poll(() => heard).toMatchObject([['handover:claimed', { id: opened.id }]]);
      await as(b(), person)(`POST /auth/handover/${opened.id}/decision`, { allow: true });
      const taken = await call(a(), 'POST /auth/handover/session', {
        body: { claim: claimed.claim },
      });
      expect(taken.status).toBe(200);
      const left = ended(socket);
      await as(a(), admin)(`PATCH /admin/users/${person.user.id}`, { disabled: true });
      expect(await left).toBe('io server disconnect');
      for (const node of nodes)
        expect((await as(node, person)('GET /clipboard/stats')).status).toBe(401);
    });

    test('two devices meet across both, and of twenty at once with the code one', async () => {
      const { body: opened } = await call(a(), 'POST /pair');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          call(nodes[at % 2] as TestApp, 'POST /pair/join', {
            body: { token: new URL(opened.url).hash.slice(1) },
          }),
        ),
      );
      const [joined, ...more] = answers.filter(({ status }) => status === 200);
      expect(more).toEqual([]);
      const headers = { 'x-pair-opener': opened.opener };
      await call(b(), `POST /pair/${opened.id}/decision`, { body: { allow: true }, headers });
      const { claim } = joined?.body ?? {};
      const taken = await call(a(), 'POST /pair/session', { body: { claim } });
      const { shareToken } = taken.body;
      const { body } = await call(b(), `GET /virtual-desktop/shared/${shareToken}`);
      const { network_id: networkId } = body.desktop;
      const socket = await connectSocket(b().url);
      await ask(socket, 'join:desktop:network', { networkId, shareToken });
      const heard = record(socket);
      expect((await call(a(), `DELETE /virtual-desktop/shared/${shareToken}`)).status).toBe(200);
      await vi.waitFor(() => expect(heard).toEqual([['desktop:closed', { networkId }]]), inTime);
    });

    test('what is new in a room, who is there and what was sent to them is told on both', async () => {
      const [ada, bob] = [await signUp(a()), await signUp(a())];
      const { body: room } = await as(a(), ada)('POST /rooms', { name: 'Kitchen' });
      await as(a(), ada)(`POST /rooms/${room.id}/members`, { email: bob.user.email });
      const token = bob.session.access_token;
      const sockets = await Promise.all(nodes.map(({ url }) => connectSocket(url, { token })));
      const heard = sockets.map((socket) => {
        const news: unknown[] = [];
        for (const event of ['room:news', 'device:received'])
          socket.on(event, ({ unread, id }) => news.push(unread ?? id));
        return news;
      });
      await as(a(), ada)(`POST /rooms/${room.id}/content`, { content: 'milk' });
      await vi.waitFor(() => expect(heard).toEqual([[1], [1]]), inTime);
      await as(b(), bob)(`PUT /rooms/${room.id}/seen`);
      await vi.waitFor(
        () =>
          expect(heard).toEqual([
            [1, 0],
            [1, 0],
          ]),
        inTime,
      );
      await ask(sockets[1]!, 'app:front', { front: true, roomId: room.id });
      await as(a(), ada)(`POST /rooms/${room.id}/content`, { content: 'looked at on the other' });
      await vi.waitFor(async () => {
        expect((await as(a(), bob)(`GET /rooms/${room.id}`)).body.unread).toBe(0);
        expect(nodes.map(({ unreadSince }) => unreadSince.size)).toEqual([0, 0]);
        expect(heard.map((each) => each.at(-1))).toEqual([0, 0]);
      }, inTime);
      const other = bearer(await signIn(a(), bob.user.id));
      const devices = await as(a(), { headers: other })('GET /devices');
      const [there] = devices.body as { id: string; online: boolean; current: boolean }[];
      expect(there).toMatchObject({ online: true, current: false });
      const { id: clipId } = await newClip(a(), bob);
      const sent = await as(a(), { headers: other })(`POST /devices/${there?.id}/send`, { clipId });
      await vi.waitFor(
        () => expect(heard.map((each) => each.at(-1))).toEqual([sent.body.id, sent.body.id]),
        inTime,
      );
    });

    test('a program on one node is seen by the other', async () => {
      const person = await signUp(a());
      const { id, token } = await makeToken(a(), person.user.id);
      await connectSocket(b().url, { token, device: true });
      await vi.waitFor(async () => {
        const { body } = await as(a(), person)('GET /devices');
        expect(body).toContainEqual(expect.objectContaining({ id, online: true }));
      }, inTime);
    });

    test('a token that is ended on one is refused on the other, and its socket closed', async () => {
      const person = await signUp(a());
      const [ending, staying] = [
        await makeToken(a(), person.user.id),
        await makeToken(a(), person.user.id),
      ];
      const sockets = [
        await connectSocket(b().url, { token: ending.token }),
        await connectSocket(b().url, { token: staying.token }),
      ] as const;
      const left = ended(sockets[0]);
      const reply = await call(a(), `DELETE /account/tokens/${ending.id}`, {
        headers: person.headers,
      });
      expect(reply.status).toBe(200);
      expect(await left).toBe('io server disconnect');
      const seen = async ({ headers }: typeof ending) =>
        (await call(b(), 'GET /auth/whoami', { headers })).status;
      expect([await seen(ending), await seen(staying)]).toEqual([401, 200]);
      expect(sockets[1].connected).toBe(true);
    });

    test('of many who open a link at once on both exactly one takes the one view', async () => {
      const owner = await signUp(a());
      const { id: clipId } = await newClip(a(), owner);
      const link = await makeLink(a(), owner, { clipId, maxViews: 1 });
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, n) => openLink(n % 2 === 0 ? a() : b(), link)),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 404)).toHaveLength(19);
      for (const node of nodes) {
        const { body } = await call(node, 'GET /links', { headers: owner.headers });
        expect(body.links).toMatchObject([{ views: 1, state: 'used' }]);
      }
    });

    test('of many who open what is sealed for the last time on both exactly one does', async () => {
      const owner = await signUp(a());
      const link = await makeSealed(a(), owner);
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, n) => openLink(n % 2 === 0 ? a() : b(), link)),
      );
      const opened = responses.filter(({ status }) => status === 200);
      expect([opened.length, responses.length - opened.length]).toEqual([1, 19]);
      for (const node of nodes) {
        const { status } = await fetch(new URL(opened[0]?.body.sealed.url, node.url));
        const { body } = await call(node, 'GET /links', { headers: owner.headers });
        expect([status, body.links]).toMatchObject([200, [{ views: 1, state: 'used' }]]);
      }
    });

    test('a capture that is sent to both many times is one clip, its file one file', async () => {
      const owner = await signUp(a());
      const captureId = newId();
      const save = (node: TestApp) =>
        call(node, 'POST /clipboard', {
          headers: owner.headers,
          body: { content: 'once', captureId, files: 1 },
        });
      const saved = await Promise.all(Array.from({ length: 5 }, () => nodes.map(save)).flat());
      expect(saved.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(saved.filter(({ status }) => status === 200)).toHaveLength(9);
      const [{ id }] = saved.map(({ body }) => body as { id: string }) as [{ id: string }];
      expect(new Set(saved.map(({ body }) => body.id))).toEqual(new Set([id]));
      const attach = (node: TestApp) =>
        upload(
          node,
          `/clipboard/${id}/files`,
          { ...owner.headers, 'x-capture-part': `${captureId}:0` },
          { name: 'plan.txt', bytes: 'the plan' },
        );
      const attached = await Promise.all(nodes.map(attach));
      expect(attached.every(({ status }) => status < 300)).toBe(true);
      for (const node of nodes) {
        const { body } = await call(node, 'GET /clipboard/latest', { headers: owner.headers });
        expect(body.id).toBe(id);
        expect(body.files.map(({ name }: { name: string }) => name)).toEqual(['plan.txt']);
      }
    });

    test('a link that is revoked on one is closed on the other', async () => {
      const owner = await signUp(a());
      const { id: clipId, save } = await newClip(a(), owner);
      const link = await makeLink(a(), owner, { clipId });
      const grant = await grantFor(b(), link);
      const viewer = await connectSocket(b().url);
      const heard = record(viewer);
      expect(await ask(viewer, 'join:clip', { clipId, grant })).toMatchObject({ ok: true });
      await save(a(), 'second');
      await vi.waitFor(
        () => expect(heard).toMatchObject([['clip-content-updated', { content: 'second' }]]),
        inTime,
      );
      const left = ended(viewer);
      await call(a(), `DELETE /links/${link.id}`, { headers: owner.headers });
      expect(await left).toBe('io server disconnect');
      expect(heard.at(-1)).toEqual(['link:closed', { clipId }]);
      const read = await call(b(), `GET /clipboard/${clipId}`, {
        headers: { 'x-link-grant': grant },
      });
      expect(read.body.code).toBe('GRANT_EXPIRED');
    });

    test('a link that is revoked on one is closed on the other before anything said later', async () => {
      const owner = await signUp(a());
      const reader = await signUp(a());
      const [shared, open] = [await newClip(a(), owner), await newClip(a(), owner)];
      const link = await makeLink(a(), owner, { clipId: shared.id });
      const grant = await grantFor(b(), link);
      // One who is signed in stays when a link is closed.
      const viewer = await connectSocket(b().url, { token: reader.session.access_token });
      const heard = record(viewer);
      await ask(viewer, 'join:clip', { clipId: shared.id, grant });
      await ask(viewer, 'join:clip', { clipId: open.id });
      await call(a(), `DELETE /links/${link.id}`, { headers: owner.headers });
      await open.save(a(), 'said later');
      await vi.waitFor(() => expect(heard).toHaveLength(2), inTime);
      expect(heard).toMatchObject([
        ['link:closed', { clipId: shared.id }],
        ['clip-content-updated', { clipId: open.id, content: 'said later' }],
      ]);
    });

    test('failed sign-ins count together', async () => {
      const { user } = await signUp(a());
      const login = (app: TestApp, password: string) =>
        call(app, 'POST /auth/login', { body: { email: user.email, password } });
      for (const app of [a(), b(), a(), b(), a()])
        expect((await login(app, 'wrong password')).status).toBe(401);
      for (const app of [a(), b()]) expect((await login(app, 'wrong password')).status).toBe(429);
    });

    test('who is in a room is known on both', async () => {
      const owner = await signUp(a());
      const guest = await signUp(a());
      const { body: room } = await call(a(), 'POST /rooms', {
        body: { name: 'Room', isPrivate: false },
        headers: owner.headers,
      });
      await call(a(), `POST /rooms/${room.id}/members`, {
        body: { email: guest.user.email },
        headers: owner.headers,
      });
      const here = await connectSocket(a().url, { token: owner.session.access_token });
      await ask(here, 'join:room', { roomId: room.id });
      const there = await connectSocket(b().url, { token: guest.session.access_token });
      await ask(there, 'join:room', { roomId: room.id });
      const both = [owner.user.id, guest.user.id].toSorted();
      await vi.waitFor(async () => {
        const known = nodes.map(({ presence }) => presence.of(`room:${room.id}`));
        expect((await Promise.all(known)).map((ids) => ids.toSorted())).toEqual([both, both]);
      }, inTime);
    });

    test('devices of one local network find each other across nodes, and see a desktop live', async () => {
      const host = await openHost(a(), { name: 'Desk' });
      const [guest, other] = [await openPeer(b()), await openPeer(b())];
      expect(await ask(guest.socket, 'lan:discover:request_peers', {})).toMatchObject({
        peers: [{ id: host.id, name: 'Desk' }],
      });
      const connect = { peerId: host.id, itemNews: true };
      expect(await ask(guest.socket, 'lan:peer:connect', connect)).toMatchObject({
        ok: true,
        status: 'connected',
      });
      await ask(other.socket, 'lan:peer:connect', { peerId: host.id });
      await until(guest, () => heardOf(guest, 'lan:peer:desktop_data').length > 0);
      expect(heardOf(guest, 'lan:peer:desktop_data')).toMatchObject([
        { peerId: host.id, items: [{ content: 'First' }] },
      ]);
      const [{ version }] = heardOf(guest, 'lan:peer:desktop_data');
      for (const node of nodes)
        await call(node, 'POST /virtual-desktop/items/text', {
          body: { content: 'Another' },
          headers: host.browser.headers,
        });
      // Each node tells of its own change, a moment later where it told of another just before: an
      // older version may come after a newer one.
      const changed = () => heardOf(guest, 'lan:desktop:items').flatMap((news) => news.changed);
      await until(guest, () => new Set(changed().map(({ id }) => id)).size === 2);
      const whole = () =>
        heardOf(other, 'lan:desktop:update').find((news) => news.version === version + 2);
      await until(other, () => whole() !== undefined);
      expect(whole().items).toHaveLength(3);
      await ask(host.socket, 'lan:host:drop', { peerId: guest.id });
      await until(guest, () => heardOf(guest, 'lan:peer:disconnect').length > 0);
      const taken = await openPeer(b(), { id: host.id });
      await until(taken, () => heardOf(taken, 'lan:error').length > 0);
      expect(heardOf(taken, 'lan:error')).toMatchObject([{ code: 'PEER_ID_TAKEN' }]);
    });

    test('both are ready', async () => {
      for (const app of nodes) {
        const answer = await fetch(`${app.url}/readyz`);
        expect([answer.status, await answer.json()]).toMatchObject([
          200,
          { status: 'ready', checks: { redis: { ok: true } } },
        ]);
      }
    });
  });

  describe.skipIf(!REDIS_URL)('two nodes whose Redis dies', () => {
    let redis: SilentProxy;
    let nodes: TestApp[] = [];
    beforeAll(async () => {
      redis = await startSilentProxy(String(REDIS_URL));
      nodes = await startTwo({
        ...database,
        REDIS_URL: redis.url,
        RATE_LIMITS: 'on',
        LOG_LEVEL: 'silent',
      });
    });
    afterEach(closeSockets);
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await redis.stop();
    });

    test('save and read on, count for themselves, say so, and are live again by themselves', async () => {
      const [a, b] = nodes as [TestApp, TestApp];
      const owner = await signUp(a);
      const clip = await newClip(a, owner);
      const [here, there] = [await followClip(a.url, clip.id), await followClip(b.url, clip.id)];
      const session = await connectSocket(b.url, { token: owner.session.access_token });
      const status = async () => {
        const answer = await fetch(`${b.url}/readyz`);
        return [answer.status, ((await answer.json()) as { status: string }).status];
      };
      expect(await status()).toEqual([200, 'ready']);

      redis.cut();
      expect(await clip.save(a, 'without Redis')).toBe(200);
      await vi.waitFor(() => expect(here).toEqual(['first', 'without Redis']), inTime);
      expect((await call(b, `GET /clipboard/${clip.id}`)).body.content).toBe('without Redis');
      await vi.waitFor(async () => expect(await status()).toEqual([200, 'degraded']), inTime);
      const failLogin = async () =>
        (
          await call(b, 'POST /auth/login', {
            body: { email: owner.user.email, password: 'wrong password' },
          })
        ).status;
      const statuses = [];
      for (let attempt = 0; attempt < 6; attempt++) statuses.push(await failLogin());
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      // The store tells every node which sessions ended.
      const left = ended(session);
      expect((await call(a, 'POST /auth/logout', { headers: owner.headers })).status).toBe(200);
      expect(await left).toBe('io server disconnect');

      redis.speakAgain();
      await vi.waitFor(() => expect(there).toEqual(['first', 'without Redis']), inTime);
      const again = await signIn(a, owner.user.id);
      await call(b, `PUT /clipboard/${clip.id}`, {
        body: { content: 'with Redis' },
        headers: bearer(again),
      });
      const all = ['first', 'without Redis', 'with Redis'];
      await vi.waitFor(() => expect([here, there]).toEqual([all, all]), inTime);
      await vi.waitFor(async () => expect(await status()).toEqual([200, 'ready']), inTime);
    });

    test('whose Redis is restarted while people write lose nothing that was acknowledged, and viewers converge', async () => {
      const [a, b] = nodes as [TestApp, TestApp];
      const owner = await signUp(a);
      const clips = await Promise.all([1, 2, 3, 4].map(() => newClip(a, owner)));
      const viewers = await Promise.all(
        clips.flatMap(({ id }) => [followClip(a.url, id), followClip(b.url, id)]),
      );
      let [acknowledged, isOver] = [0, false];
      const refused: number[] = [];
      /** Saves on one node after the other, as fast as it is answered; returns what was last. */
      async function write({ save }: (typeof clips)[number], writer: number): Promise<string> {
        let last = '';
        for (let number = 1; !isOver; number++) {
          const content = `writer ${writer}, text ${number}`;
          const status = await save(number % 2 === 0 ? a : b, content);
          if (status === 200) last = content;
          else refused.push(status);
          acknowledged += 1;
        }
        return last;
      }
      const writing = clips.map((clip, writer) => write(clip, writer));
      const more = async (count: number) => {
        const from = acknowledged;
        await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(from + count), inTime);
      };
      for (let restart = 0; restart < 3; restart++) {
        await more(20);
        redis.cut();
        await more(20);
        redis.speakAgain();
      }
      await more(20);
      isOver = true;
      const last = await Promise.all(writing);
      expect(refused).toEqual([]);
      for (const node of [a, b])
        for (const [index, { id }] of clips.entries())
          expect((await call(node, `GET /clipboard/${id}`)).body.content).toBe(last[index]);
      await vi.waitFor(
        () =>
          expect(viewers.map((shown) => shown.at(-1))).toEqual(
            last.flatMap((content) => [content, content]),
          ),
        inTime,
      );
    });
  });

  test('one node leads, until it is gone', async () => {
    const url = String(database['DATABASE_URL']);
    const [first, second] = [createLeadership(url), createLeadership(url)];
    const work = [vi.fn(async () => {}), vi.fn(async () => {})] as const;
    await first.exclusively(work[0]);
    await Promise.all([
      first.exclusively(work[0]),
      second.exclusively(work[1]),
      second.exclusively(work[1]),
    ]);
    expect(work.map((each) => each.mock.calls.length)).toEqual([2, 0]);
    await administer(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clipline jobs' and datname = current_database() and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`,
    );
    await vi.waitFor(async () => {
      await second.exclusively(work[1]);
      expect(work[1]).toHaveBeenCalledTimes(1);
    }, inTime);
    await first.exclusively(work[0]);
    expect(work[0]).toHaveBeenCalledTimes(2);
    await second.close();
    await vi.waitFor(async () => {
      await first.exclusively(work[0]);
      expect(work[0]).toHaveBeenCalledTimes(3);
    }, inTime);
    await first.close();
  });
});
