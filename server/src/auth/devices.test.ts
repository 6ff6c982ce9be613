import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { DAY_MS } from '../core/time.ts';
import { makeToken, type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { onEachDatabase, onPostgres } from '../../testing/on-each-database.ts';

const wanted = { name: 'clipline on laptop', scopes: ['clips:read', 'clips:write'] };

onEachDatabase((environment, once) => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await buildTestApp(environment);
    ada = await signUp(app);
  });
  afterAll(() => app.stop());

  const begin = async (body: unknown = wanted) =>
    (await call(app, 'POST /auth/device', { body })).body;
  const poll = (device_code: string) =>
    call(app, 'POST /auth/device/token', { body: { device_code } });
  const look = (user_code: string, { headers } = ada) =>
    call(app, `GET /auth/device?user_code=${encodeURIComponent(user_code)}`, { headers });
  const decide = (user_code: string, allow: boolean, { headers } = ada) =>
    call(app, 'POST /auth/device/decision', { headers, body: { user_code, allow } });
  /** As if so many seconds had passed since the program asked last. */
  const wait = (seconds: number) =>
    app.store.db
      .updateTable('device_requests')
      .set(({ eb }) => ({
        polled_at: eb('polled_at', '-', seconds * 1000),
        expires_at: eb('expires_at', '-', seconds * 1000),
      }))
      .execute();
  const refused = (code: string) => ({
    status: 400,
    body: { error: code.toLowerCase(), code },
  });

  test('a program waits, is shown, let in, and gets its token once', async () => {
    const asked = await begin();
    expect(asked).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'http://clipline.test/device',
      expires_in: 600,
      interval: 5,
    });
    expect(await poll(asked.device_code)).toMatchObject(refused('AUTHORIZATION_PENDING'));
    expect(await poll(asked.device_code)).toMatchObject(refused('SLOW_DOWN'));
    await wait(5);
    expect(await poll(asked.device_code)).toMatchObject(refused('AUTHORIZATION_PENDING'));

    const typed = ` ${asked.user_code.toLowerCase().replace('-', ' ')}`;
    expect((await look(typed)).body).toEqual({
      ...wanted,
      askedAt: expect.stringMatching(/Z$/),
    });
    expect((await decide(typed, true)).status).toBe(200);
    const { status, body } = await poll(asked.device_code);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^clipline_/),
      token_type: 'Bearer',
      scope: 'clips:read clips:write',
    });
    expect(await poll(asked.device_code)).toMatchObject(refused('EXPIRED_TOKEN'));
    expect((await look(asked.user_code)).status).toBe(404);

    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await call(app, 'GET /auth/whoami', { headers })).body).toMatchObject({
      user: { id: ada.user.id },
      scopes: wanted.scopes,
    });
    const tokens = await call(app, 'GET /account/tokens', { headers: ada.headers });
    const [{ expiresAt, createdAt, ...token }] = tokens.body;
    expect(token).toMatchObject(wanted);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(90 * DAY_MS);
  });

  once.test('its token ends after 90 days without use, which move by the day', async () => {
    const { device_code, user_code } = await begin();
    await decide(user_code, true);
    const { access_token } = (await poll(device_code)).body;
    const made = (await makeToken(app, ada.user.id, ['clips:read'])).token;
    const use = async (token: string, now: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now });
      const user = await app.identify(token);
      vi.useRealTimers();
      return user;
    };
    const endOf = async (name: string) => {
      const { body } = await call(app, 'GET /account/tokens', { headers: ada.headers });
      return body.find((each: { name: string }) => each.name === name).expiresAt as string | null;
    };
    const end = Date.parse((await endOf(wanted.name)) ?? '');
    const start = end - 90 * DAY_MS;
    for (const [after, moved] of [
      [DAY_MS - 1, 0],
      [80 * DAY_MS, 80 * DAY_MS],
      [169 * DAY_MS, 169 * DAY_MS],
    ] as const) {
      expect(await use(access_token, start + after)).not.toBe(null);
      expect(await use(made, start + after)).not.toBe(null);
      expect(Date.parse((await endOf(wanted.name)) ?? '')).toBe(end + moved);
    }
    expect(await use(access_token, start + (169 + 90) * DAY_MS)).toBe(null);
    expect(await use(made, start + 1000 * DAY_MS)).not.toBe(null);
  });

  once.test('it is never let export: that is left out, and alone refused', async () => {
    const { device_code, user_code } = await begin({ name: 'x', scopes: ['export', 'links'] });
    expect((await look(user_code)).body.scopes).toEqual(['links']);
    await decide(user_code, true);
    expect((await poll(device_code)).body.scope).toBe('links');
    for (const alone of [{ scopes: ['export'] }, { scope: 'export' }])
      expect((await call(app, 'POST /auth/device', { body: { name: 'x', ...alone } })).status).toBe(
        400,
      );
  });

  once.test(
    'who lets a program in is told by mail what it is and may; of a refusal nothing',
    async () => {
      const eve = await signUp(app);
      const asked = await begin({ name: 'Backup <b>', scopes: ['links', 'clips:read'] });
      const refusedOne = await begin();
      await decide(asked.user_code, true, eve);
      await decide(refusedOne.user_code, false, eve);
      // Sent though the program has fetched its token meanwhile.
      const { access_token } = (await poll(asked.device_code)).body;
      const mails = (await mailsTo(app, eve.user.email)).filter(
        ({ link }) => link === 'http://clipline.test/account',
      );
      expect(mails).toHaveLength(1);
      expect(mails[0]?.subject).toBe('A program was let in');
      expect(mails[0]?.text).toContain(
        'You let “Backup <b>” into your Clipline account. It may share your clips, and so read and change them and read your clips.',
      );
      expect(mails[0]?.text).not.toContain(access_token);
    },
  );

  test('two who poll at once get one token', async () => {
    const { device_code, user_code } = await begin();
    await decide(user_code, true);
    const responses = await Promise.all([poll(device_code), poll(device_code), poll(device_code)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400,
    ]);
  });

  once.test('one that is refused stays so', async () => {
    const { device_code, user_code } = await begin();
    expect((await decide(user_code, false)).status).toBe(200);
    for (let times = 0; times < 2; times++)
      expect(await poll(device_code)).toMatchObject(refused('ACCESS_DENIED'));
    expect((await decide(user_code, true)).status).toBe(404);
  });

  once.test('after ten minutes no device waits any more', async () => {
    const { device_code, user_code } = await begin();
    await wait(600);
    expect(await poll(device_code)).toMatchObject(refused('EXPIRED_TOKEN'));
    expect(await look(user_code)).toMatchObject({
      status: 404,
      body: {
        error: 'No program waits with this code. Check it, or start again.',
        code: 'DEVICE_CODE_INVALID',
      },
    });
    expect(await poll('made up')).toMatchObject(refused('EXPIRED_TOKEN'));
  });

  once.test('a new password between the permission and its token takes it back', async () => {
    const eve = await signUp(app);
    const { device_code, user_code } = await begin();
    await decide(user_code, true, eve);
    await call(app, 'POST /account/password', {
      headers: eve.headers,
      body: { password: TEST_PASSWORD, new_password: 'another password' },
    });
    expect(await poll(device_code)).toMatchObject(refused('EXPIRED_TOKEN'));
  });

  once.test('a user who has 50 tokens lets none in', async () => {
    const eve = await signUp(app);
    const { device_code, user_code } = await begin();
    for (let made = 0; made < 49; made++) await makeToken(app, eve.user.id);
    const second = await begin();
    await decide(user_code, true, eve);
    await decide(second.user_code, true, eve);
    expect((await poll(device_code)).status).toBe(200);
    expect(await poll(second.device_code)).toMatchObject(refused('ACCESS_DENIED'));
    const third = await begin();
    expect(await decide(third.user_code, true, eve)).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_TOKENS' },
    });
  });

  once.test('libraries for OAuth send forms', async () => {
    const form = async (path: string, fields: Record<string, string>) => {
      const response = await fetch(`${app.url}/api${path}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      return { status: response.status, body: (await response.json()) as any };
    };
    const asked = await form('/auth/device', {
      client_id: 'x',
      name: 'Library',
      scope: 'clips:read  rooms:read',
    });
    expect(asked.status).toBe(200);
    await decide(asked.body.user_code, true);
    const fetched = await form('/auth/device/token', {
      client_id: 'x',
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: asked.body.device_code,
    });
    expect(fetched).toMatchObject({ status: 200, body: { scope: 'clips:read rooms:read' } });
    const repeated = await fetch(`${app.url}/api/auth/device`, {
      method: 'POST',
      body: new URLSearchParams([
        ['name', 'Library'],
        ['scopes', 'clips:read'],
        ['scopes', 'links'],
      ]),
    });
    expect(repeated.status).toBe(200);
  });

  once.test.each([
    { scopes: ['clips:read'] },
    { name: 'x' },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['all'] },
    { name: 'x', scope: 'clips:read all' },
    { name: 'x'.repeat(61), scopes: ['export'] },
    { name: 'x', scopes: ['export'], more: 1 },
  ])('%o is refused', async (body) => {
    expect((await call(app, 'POST /auth/device', { body })).status).toBe(400);
  });

  once.test.each([
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'http://clipline.test', 'sec-fetch-site': 'same-origin' }, 200],
    [{ host: 'any.example' }, 200],
  ])('a form with %o: %i', async (headers, status) => {
    const response = await fetch(`${app.url}/api/auth/device`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ name: 'x', scope: 'links' }),
    });
    const body = (await response.json()) as { code?: string };
    expect([response.status, body.code]).toEqual([
      status,
      status === 403 ? 'ORIGIN_REFUSED' : undefined,
    ]);
  });
});

test('20 wait in one network; a person types 5 wrong codes', async () => {
  const app = await buildTestApp({ RATE_LIMITS: 'on' });
  const { headers } = await signUp(app);
  const begin = () => call(app, 'POST /auth/device', { body: wanted });
  const first = await begin();
  for (let waiting = 1; waiting < 20; waiting++) expect((await begin()).status).toBe(200);
  const beyond = await begin();
  expect(beyond.status).toBe(429);
  expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0);

  const look = (code: string) => call(app, `GET /auth/device?user_code=${code}`, { headers });
  for (let wrong = 0; wrong < 5; wrong++) expect((await look('BBBB-BBBB')).status).toBe(404);
  expect((await look('BBBB-BBBB')).status).toBe(429);
  expect((await look(first.body.user_code)).status).toBe(429);
  await app.stop();
});

test('a right code takes nothing of what may be typed wrong, and forgives nothing', async () => {
  const app = await buildTestApp({ RATE_LIMITS: 'on' });
  const { headers } = await signUp(app);
  const { body: asked } = await call(app, 'POST /auth/device', { body: wanted });
  const look = async (code: string) =>
    (await call(app, `GET /auth/device?user_code=${code}`, { headers })).status;
  for (let times = 0; times < 5; times++)
    expect([await look(asked.user_code), await look('BBBB-BBBB')]).toEqual([200, 404]);
  expect(await look('BBBB-BBBB')).toBe(429);
  await app.stop();
});

onPostgres((environment) => {
  test('of codes tried at once no more than 5 are looked up, so that no other is found right', async () => {
    const app = await buildTestApp({ ...environment, RATE_LIMITS: 'on' });
    const { headers } = await signUp(app);
    const { body: asked } = await call(app, 'POST /auth/device', { body: wanted });
    const statuses: number[] = [];
    const guess = async (code: string) => {
      const { status } = await call(app, `GET /auth/device?user_code=${code}`, { headers });
      statuses.push(status);
      return status;
    };
    // No look-up ends before all have come as far as they get.
    const { wrong, right } = await app.store.db.transaction().execute(async (tx) => {
      await sql`lock table device_requests in access exclusive mode`.execute(tx);
      const waiting = sql<{ count: number }>`
        select count(*) from pg_locks
        where relation = 'device_requests'::regclass and not granted`;
      const untilCame = async (number: number) => {
        await expect
          .poll(async () => (await waiting.execute(tx)).rows[0]!.count + statuses.length)
          .toBe(number);
      };
      const begun = Array.from({ length: 7 }, () => guess('BBBB-BBBB'));
      await untilCame(7);
      const last = guess(asked.user_code);
      await untilCame(8);
      return { wrong: begun, right: last };
    });
    expect((await Promise.all(wrong)).toSorted((a, b) => a - b)).toEqual([
      404, 404, 404, 404, 404, 429, 429,
    ]);
    expect(await right).toBe(429);
    await app.stop();
  });
});
