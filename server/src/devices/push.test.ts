import { createPublicKey, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import {
  bearer,
  makeToken,
  type Person,
  signIn,
  signUp,
  TEST_PASSWORD,
} from '../../testing/factories.ts';
import { makeLink, open as openLink } from '../../testing/links.ts';
import { hasOpenSsl, sendClip, startPushService, subscription } from '../../testing/push.ts';
import { ask, closeSockets, connectSocket } from '../../testing/sockets.ts';
import { as, signUpAdmin } from '../../testing/owner.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { pushHostOf } from './push.access.ts';
import { nextTry } from './push.delivery.ts';
import { postBy, publicOnly, vapidKeys } from './push.ts';

const inTime = { timeout: 60_000, interval: 20 };

describe('where push messages may go', () => {
  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', 'known'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'known'],
    ['https://web.push.apple.com/abc', 'known'],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'known'],
    ['https://push.example.com/abc', 'named'],
    ['https://push.example.com:8443/abc', 'named'],
    ['https://10.0.0.7:9000/abc', 'named'],
    ['https://push.example.com:8444/abc', undefined],
    ['https://fcm.googleapis.com:8443/abc', undefined],
    ['http://fcm.googleapis.com/abc', undefined],
    ['https://me@fcm.googleapis.com/abc', undefined],
    ['https://fcm.googleapis.com.example.com/abc', undefined],
    ['https://notify.windows.com/abc', undefined],
    ['https://evilnotify.windows.com/abc', undefined],
    ['https://127.0.0.1/abc', undefined],
    ['https://[::1]/abc', undefined],
    ['https://localhost/abc', undefined],
    ['fcm.googleapis.com', undefined],
  ])('%s: %s', (endpoint, host) =>
    expect(
      pushHostOf(endpoint, ['push.example.com', 'push.example.com:8443', '10.0.0.7:9000']),
    ).toBe(host),
  );

  test('a name that leads to a private address leads nowhere', async () => {
    await expect(promisify(publicOnly)('localhost', { all: true })).rejects.toThrow('private');
    await expect(promisify(publicOnly)('192.168.0.1', {})).rejects.toThrow('private');
  });
});

test('what fails is tried again after 1, 4, 15 and 40 minutes, or when the service says', () => {
  const after = (attempts: number, retryAfter?: string, age = 0) =>
    nextTry({ attempts, created_at: HOUR_MS - age }, retryAfter, HOUR_MS);
  const waits = [0, 1, 2, 3, 4].map((attempts) => after(attempts));
  expect(waits).toEqual([...[1, 4, 15, 40].map((m) => HOUR_MS + m * MINUTE_MS), undefined]);
  expect(after(0, '7')).toBe(HOUR_MS + 7000);
  expect(after(0, new Date(HOUR_MS + 9000).toUTCString())).toBe(HOUR_MS + 9000);
  expect(after(0, 'soon')).toBe(HOUR_MS + MINUTE_MS);
  expect(after(0, '7200')).toBeUndefined();
  expect(after(3, undefined, 20 * MINUTE_MS)).toBe(HOUR_MS + 40 * MINUTE_MS);
});

test('the key of a server follows from its secret', () => {
  const [one, same, other] = ['a', 'a', 'b'].map(vapidKeys);
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
  expect(Buffer.from(one!.publicKey, 'base64url')).toHaveLength(65);
});

describe.skipIf(!hasOpenSsl)('push (needs openssl)', () => {
  let service: Awaited<ReturnType<typeof startPushService>>;
  let app: TestApp;
  let [ada, bob]: Person[] = [];
  let [laptop, phone, tablet] = ['', '', ''];
  let roomId = '';
  beforeAll(async () => {
    service = await startPushService();
    app = await buildTestApp({ PUSH_HOSTS: service.host });
  });
  beforeEach(async () => {
    [ada, bob] = [await signUp(app, { name: 'Ada' }), await signUp(app, { name: 'Bob' })];
    const room = await as(app, ada)('POST /rooms', { name: 'Kitchen', isPrivate: true });
    roomId = room.body.id;
    await as(app, ada)(`POST /rooms/${roomId}/members`, { email: bob.user.email });
    for (const each of [ada, bob])
      await as(app, each)(`PUT /rooms/${roomId}/notifications`, { mode: 'all' });
    laptop = await service.subscribe(app, ada);
    phone = await service.subscribe(app, bob);
    tablet = await service.subscribe(app, { headers: bearer(await signIn(app, bob.user.id)) });
    service.answer = (response) => response.writeHead(201).end();
    service.greets = Promise.resolve();
  });
  afterEach(closeSockets);
  afterAll(async () => {
    await app.stop();
    service.close();
  });

  const add = (who = ada!) => as(app, who)(`POST /rooms/${roomId}/content`, { content: 'milk' });
  const subscriptions = async () =>
    (await app.db.selectFrom('push_subscriptions').select('endpoint').execute()).map(
      ({ endpoint }) => endpoint.split('/').at(-1),
    );
  const messages = () => app.db.selectFrom('push_messages').selectAll().execute();
  /** What was to be told has left. Whatever Bob's phone is told, his tablet is told too. */
  const settled = (count = 1) =>
    vi.waitFor(async () => {
      expect(service.to(tablet).length).toBeGreaterThanOrEqual(count);
      expect(await messages()).toEqual([]);
    }, inTime);

  test('members who want that are told what another added, in their language', async () => {
    await app.db
      .updateTable('users')
      .set({ language: 'de' })
      .where('id', '=', bob!.user.id)
      .execute();
    await add();
    await settled();
    expect(service.to(phone)).toEqual([
      {
        title: 'Kitchen',
        body: 'Ada hat etwas hinzugefügt',
        url: `/rooms/${roomId}`,
        tag: roomId,
      },
    ]);
    expect(service.to(laptop)).toEqual([]);
    const { headers } = service.told.at(-1)!;
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
    const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(String(headers.authorization)) ?? [];
    const { body } = await call(app, 'GET /features');
    expect(key).toBe(body.push.publicKey);
    const [head, claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(body.push.publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString('base64url'));
    const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! };
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: `https://${service.host}`,
      sub: 'mailto:no-reply@clipline.test',
    });
  });

  test('many at once are told once a second', async () => {
    const began = Date.now();
    await Promise.all(Array.from({ length: 8 }, () => add()));
    await settled();
    const told = service.to(phone).length;
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(1 + Math.floor((Date.now() - began) / 1000));
  });

  test('a device that is looked at is told nothing until it is looked away from', async () => {
    const socket = await connectSocket(app.url, { token: bob!.session.access_token });
    expect(await ask(socket, 'app:front', { front: true })).toEqual({ ok: true });
    await add();
    await settled();
    expect(service.to(phone)).toEqual([]);
    await ask(socket, 'app:front', { front: false });
    await add();
    await settled(2);
    expect(service.to(phone)).toHaveLength(1);
  });

  test('whoever has yet to set up a second step is told nothing', async () => {
    const [admin, cara] = [await signUpAdmin(app), await signUp(app)];
    await as(app, ada!)(`POST /rooms/${roomId}/members`, { email: cara.user.email });
    await as(app, cara)(`PUT /rooms/${roomId}/notifications`, { mode: 'all' });
    const watch = await service.subscribe(app, cara);
    await as(app, admin)('POST /account/confirm', { password: TEST_PASSWORD });
    const haveOne = [ada!, cara].map(({ user }) => user.id);
    const twoStep = { two_step_since: Date.now() };
    await app.db.updateTable('users').set(twoStep).where('id', 'in', haveOne).execute();
    const required = { secondStep: 'required', graceDays: 0 };
    expect((await as(app, admin)('PATCH /admin/server', required)).status).toBe(200);
    await add();
    await vi.waitFor(() => expect(service.to(watch)).toHaveLength(1), inTime);
    await vi.waitFor(async () => expect(await messages()).toEqual([]), inTime);
    expect([...service.to(phone), ...service.to(tablet)]).toEqual([]);
    await app.db.deleteFrom('settings').where('name', '=', 'second step from').execute();
  });

  test.each(['is signed out', 'is disabled'])(
    'a message on its way to somebody who %s does not arrive',
    async (what) => {
      const admin = await signUpAdmin(app);
      const held = Promise.withResolvers<void>();
      service.greets = held.promise;
      const connected = service.connected(2);
      await add();
      const gone = await connected;
      if (what === 'is disabled')
        await as(app, admin)(`PATCH /admin/users/${bob!.user.id}`, { disabled: true });
      else await as(app, bob!)('POST /auth/logout');
      held.resolve();
      await Promise.all(gone);
      expect(service.to(phone)).toEqual([]);
      expect(await subscriptions()).not.toContain(phone);
      // The other device of who is signed out on one.
      expect(service.to(tablet)).toHaveLength(what === 'is disabled' ? 0 : 1);
      await vi.waitFor(async () => expect(await messages()).toEqual([]), inTime);
    },
  );

  test('a service that accepts a connection and says nothing is given up', async () => {
    service.greets = new Promise(() => {});
    const { endpoint, keys } = subscription(`https://${service.host}/push`);
    const { signal } = new AbortController();
    const sent = postBy(app.config, 100)(
      { endpoint, ...keys },
      { payload: '{}', topic: 'topic', urgency: 'normal' },
      signal,
    );
    // A busy machine may not even connect in that time.
    await expect(sent).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  test.each([404, 410])(
    '%i ends a subscription, not the one that took its place',
    async (status) => {
      const held = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<void>();
      service.answer = async (response) => {
        arrived.resolve();
        await held.promise;
        response.writeHead(status).end();
      };
      await add();
      await arrived.promise;
      const next = await service.subscribe(app, bob!);
      held.resolve();
      await add();
      await vi.waitFor(async () => expect(await subscriptions()).not.toContain(next), inTime);
      expect(service.to(phone)).toHaveLength(1);
      expect(service.to(next)).toHaveLength(1);
    },
  );

  test('whatever else a service answers, it is asked again later', async () => {
    for (const [status, headers, waitMs] of [
      [413, {}, MINUTE_MS],
      [429, { 'retry-after': '300' }, 5 * MINUTE_MS],
      [503, {}, MINUTE_MS],
      [302, { location: 'https://localhost/elsewhere' }, MINUTE_MS],
      [0, {}, MINUTE_MS],
    ] as const) {
      service.answer = (response) =>
        status === 0 ? response.destroy() : response.writeHead(status, headers).end();
      const before = Date.now();
      await add();
      await vi.waitFor(async () => {
        const message = (await messages()).at(0);
        expect(message?.next_attempt_at).toBeGreaterThanOrEqual(before + waitMs);
        expect(message?.attempts).toBe(1);
      }, inTime);
      // A newer one takes its place, and waits as long.
      await add();
      expect(await messages()).toHaveLength(2);
      expect(await subscriptions()).toContain(phone);
      await app.db.deleteFrom('push_messages').execute();
    }
    expect(service.to(phone)).toHaveLength(5);
  });

  test('what was sent to a device, and a link that was opened', async () => {
    const mine = as(app, bob!);
    const { id: clipId } = (await mine('POST /clipboard', { content: 'x' })).body;
    const other = bearer(await signIn(app, bob!.user.id));
    const device = (await mine('GET /devices')).body.find(
      ({ current }: { current: boolean }) => current,
    );
    await sendClip(app, { headers: other }, device.id, clipId);
    // To itself.
    await sendClip(app, bob!, device.id, clipId);
    const link = await makeLink(app, bob!, { clipId, notify: true, label: 'For Eve' });
    await openLink(app, link);
    await vi.waitFor(() => expect(service.to(phone)).toHaveLength(2), inTime);
    await settled();
    const told = service.told.filter(({ id }) => id === phone);
    expect(
      told.map(({ headers, payload: { title, body } }) => [title, body, headers['urgency']]),
    ).toEqual(
      expect.arrayContaining([
        ['Clipline', 'test sent you a clip', 'high'],
        ['Clipline', '“For Eve” was opened', 'normal'],
      ]),
    );
    expect(service.to(phone)).toHaveLength(2);
  });

  test('an endpoint is of the session that put it last; other things are refused', async () => {
    const put = async (headers: object, body: unknown) => {
      const { status, body: answer } = await call(app, 'PUT /account/push', {
        headers: headers as never,
        body,
      });
      return [status, answer?.code];
    };
    const one = subscription();
    expect(await put(ada!.headers, one)).toEqual([204, undefined]);
    expect(await put(bob!.headers, one)).toEqual([204, undefined]);
    const owners = await app.db
      .selectFrom('push_subscriptions as push')
      .innerJoin('sessions as session', 'session.id', 'push.session_id')
      .select('session.user_id')
      .where('endpoint', '=', one.endpoint)
      .execute();
    expect(owners).toEqual([{ user_id: bob!.user.id }]);
    const bad = { ...one, keys: { ...one.keys, p256dh: 'A'.repeat(87) } };
    expect(await put(ada!.headers, bad)).toEqual([400, 'INVALID_REQUEST']);
    expect(await put(ada!.headers, subscription('https://10.0.0.1/x'))).toEqual([
      400,
      'PUSH_ENDPOINT_REFUSED',
    ]);
    const { headers } = await makeToken(app, ada!.user.id);
    expect(await put(headers, one)).toEqual([403, 'TOKEN_NOT_ALLOWED']);
    for (let turn = 0; turn < 2; turn++)
      expect((await as(app, bob!)('DELETE /account/push')).status).toBe(204);
  });
});
