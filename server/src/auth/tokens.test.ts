import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { makeToken, type Person, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { closeSockets, connectSocket, ended } from '../../testing/sockets.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { transact } from '../core/db/database.ts';
import { findUser } from './auth.queries.ts';

const wanted = {
  name: 'Laptop',
  scopes: ['clips:read', 'clips:write'],
  expiresInDays: 30,
  password: TEST_PASSWORD,
};
const DAY_MS = 24 * 3600 * 1000;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('API tokens', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => void (app = await buildTestApp()));
  afterEach(() => {
    vi.useRealTimers();
    closeSockets();
  });
  afterAll(() => app.stop());
  const make = (person: Person, more: object = {}) =>
    call(app, 'POST /account/tokens', { headers: person.headers, body: { ...wanted, ...more } });
  const whoami = (token: string) =>
    call(app, 'GET /auth/whoami', { headers: { authorization: `Bearer ${token}` } });
  const list = async (person: Person) =>
    (await call(app, 'GET /account/tokens', { headers: person.headers })).body;

  test('a token is shown once, stored hashed, and does what its scopes say', async () => {
    ada = await signUp(app);
    const { status, body } = await make(ada);
    expect(status).toBe(201);
    const { id, token } = body;
    expect(token).toMatch(/^clipline_[A-Za-z0-9_-]{43}[A-Za-z0-9]{6}$/);
    const checksum = token
      .slice(-6)
      .split('')
      .reduce((sum: number, digit: string) => sum * 62 + BASE62.indexOf(digit), 0);
    expect(checksum).toBe(crc32(token.slice(9, -6)));
    const [listed, ...others] = await list(ada);
    expect(others).toEqual([]);
    expect(listed).toEqual({
      id,
      name: 'Laptop',
      scopes: ['clips:read', 'clips:write'],
      start: token.slice(0, 13),
      createdAt: body.createdAt,
      lastUsedAt: null,
      expiresAt: body.expiresAt,
    });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(30 * DAY_MS);
    const rows = await app.store.db.selectFrom('api_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(14));

    expect((await whoami(token)).body).toEqual({
      user: { id: ada.user.id, name: ada.user.name, email: ada.user.email },
      scopes: ['clips:read', 'clips:write'],
    });
    expect((await list(ada))[0].lastUsedAt).not.toBeNull();
    expect((await whoami(ada.session.access_token)).body.scopes).toBeNull();
  });

  test('a wrong checksum, a cut token and one that was made up are 401', async () => {
    const { body } = await make(ada);
    const swapped = body.token.slice(0, -1) + (body.token.endsWith('a') ? 'b' : 'a');
    for (const token of [swapped, body.token.slice(0, -1), `${body.token}a`, 'clipline_'])
      expect(await whoami(token)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  test.each([
    { scopes: [] },
    { scopes: ['clips:read', 'clips:read'] },
    { scopes: ['everything'] },
    { expiresInDays: 0 },
    { expiresInDays: 366 },
    { expiresInDays: 1.5 },
    { expiresInDays: undefined },
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { more: true },
  ])('%o is refused', async (more) => {
    expect(await make(ada, more)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    });
  });

  test('a wrong password makes none, and keeps the session', async () => {
    const before = await list(ada);
    expect(await make(ada, { password: 'not mine' })).toMatchObject({
      status: 403,
      body: { error: 'That is not your password. Nothing was changed.', code: 'WRONG_PASSWORD' },
    });
    expect(await list(ada)).toEqual(before);
  });

  test('an Idempotency-Key keeps no token: a repeat makes another', async () => {
    const headers = { ...ada.headers, 'idempotency-key': 'once' };
    const [one, other] = [
      await call(app, 'POST /account/tokens', { headers, body: wanted }),
      await call(app, 'POST /account/tokens', { headers, body: wanted }),
    ];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body.token).not.toBe(other.body.token);
    const kept = await app.store.db.selectFrom('once').select('reply').execute();
    expect(kept.filter(({ reply }) => reply.includes('clipline_'))).toEqual([]);
  });

  test('a token of another is not found; the own one acts and its sockets end at once', async () => {
    const eve = await signUp(app);
    const { id, token } = await makeToken(app, ada.user.id);
    const end = (person: Person) =>
      call(app, `DELETE /account/tokens/${id}`, { headers: person.headers });
    expect(await end(eve)).toMatchObject({
      status: 404,
      body: { error: 'This token is already gone.', code: 'TOKEN_NOT_FOUND' },
    });
    const socket = await connectSocket(app.url, { token });
    const closed = ended(socket);
    expect((await end(ada)).status).toBe(200);
    await closed;
    expect((await whoami(token)).status).toBe(401);
    await expect(connectSocket(app.url, { token })).rejects.toThrow('Unauthorized');
    expect((await end(ada)).status).toBe(404);
  });

  test('one that has expired is 401, not listed, and its socket is closed', async () => {
    const { id, token } = await makeToken(app, ada.user.id, ['clips:read'], Date.now() + 60_000);
    const socket = await connectSocket(app.url, { token });
    const closed = ended(socket);
    await app.store.db
      .updateTable('api_tokens')
      .set({ expires_at: Date.now() - 1 })
      .where('id', '=', id)
      .execute();
    expect((await whoami(token)).status).toBe(401);
    expect((await list(ada)).map((each: { id: string }) => each.id)).not.toContain(id);
    await closed;
  });

  test('the 51st is refused', async () => {
    const many = await signUp(app);
    for (let count = 0; count < 50; count++) await makeToken(app, many.user.id);
    expect(await make(many)).toMatchObject({
      status: 409,
      body: {
        error: 'You can have at most 50 API tokens. Delete one and try again.',
        code: 'TOO_MANY_TOKENS',
      },
    });
  });

  describe('ends with', () => {
    const heldBy = async () => {
      const person = await signUp(app);
      const { token } = await makeToken(app, person.user.id);
      const socket = await connectSocket(app.url, { token });
      return { person, token, closed: ended(socket) };
    };

    test('a reset of the password', async () => {
      const { person, token, closed } = await heldBy();
      await call(app, 'POST /auth/forgot-password', { body: { email: person.user.email } });
      const linkOfMail = async () => (await mailsTo(app, person.user.email)).at(-1)?.link ?? '';
      await expect.poll(linkOfMail).not.toBe('');
      const reset = fragmentOf(await linkOfMail()).get('access_token');
      const body = { token: reset, new_password: 'another password' };
      expect((await call(app, 'POST /auth/reset-password', { body })).status).toBe(200);
      expect((await whoami(token)).status).toBe(401);
      await closed;
    });

    test('its own call, whatever its scopes; of a session there is none', async () => {
      const { person, token, closed } = await heldBy();
      const endCurrent = (headers: object) =>
        call(app, 'DELETE /account/tokens/current', { headers: { ...headers } });
      expect(await endCurrent(person.headers)).toMatchObject({
        status: 404,
        body: { code: 'TOKEN_NOT_FOUND' },
      });
      expect((await endCurrent({ authorization: `Bearer ${token}` })).status).toBe(200);
      await closed;
      expect((await endCurrent({ authorization: `Bearer ${token}` })).status).toBe(401);
    });

    test('all other sessions where that is asked for', async () => {
      const { person, token, closed } = await heldBy();
      const endOthers = (body?: object) =>
        call(app, 'POST /account/sessions/end-others', { headers: person.headers, body });
      for (const body of [undefined, {}, { programs: false }])
        expect((await endOthers(body)).body).toEqual({ ended: 0 });
      expect((await whoami(token)).status).toBe(200);
      expect((await endOthers({ programs: true })).body).toEqual({ ended: 0 });
      expect((await whoami(token)).status).toBe(401);
      await closed;
    });

    test('a disabled account', async () => {
      const { person, token, closed } = await heldBy();
      await transact(app.store.db, async (tx) => {
        const user = await findUser(tx, person.user.email);
        await tx
          .updateTable('users')
          .set({ disabled_at: Date.now() })
          .where('id', '=', user?.id ?? '')
          .execute();
      });
      expect((await whoami(token)).status).toBe(401);
      await closed;
    });

    test('a new password, unless it is said that they stay', async () => {
      const { person, token, closed } = await heldBy();
      const change = (password: string, new_password: string, more: object) =>
        call(app, 'POST /account/password', {
          headers: person.headers,
          body: { password, new_password, ...more },
        });
      const stay = await change(TEST_PASSWORD, 'a second password', { end_tokens: false });
      expect([stay.status, (await whoami(token)).status]).toEqual([200, 200]);
      const end = await change('a second password', 'a third password', { end_tokens: true });
      expect([end.status, (await whoami(token)).status]).toEqual([200, 401]);
      await closed;
    });

    test('the account', async () => {
      const { person, token, closed } = await heldBy();
      const { status } = await call(app, 'DELETE /account', {
        headers: person.headers,
        body: { password: TEST_PASSWORD },
      });
      expect([status, (await whoami(token)).status]).toEqual([200, 401]);
      await closed;
    });
  });
});

test('600 calls a minute, each token for itself; 20 new tokens an hour', async () => {
  const app = await buildTestApp({ RATE_LIMITS: 'on' });
  const person = await signUp(app);
  const [one, other] = [await makeToken(app, person.user.id), await makeToken(app, person.user.id)];
  const ask = ({ headers }: typeof one) => call(app, 'GET /auth/whoami', { headers });
  for (let calls = 0; calls < 600; calls++) expect((await ask(one)).status).toBe(200);
  const refused = await ask(one);
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask(other)).status).toBe(200);

  const make = (password: string) =>
    call(app, 'POST /account/tokens', { headers: person.headers, body: { ...wanted, password } });
  for (let made = 0; made < 20; made++) expect((await make(TEST_PASSWORD)).status).toBe(201);
  expect((await make(TEST_PASSWORD)).status).toBe(429);
  for (let wrong = 0; wrong < 5; wrong++) expect((await make('wrong')).status).toBe(403);
  expect((await make('wrong')).status).toBe(429);
  await app.stop();
});
