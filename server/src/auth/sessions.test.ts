import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, signIn, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { closeEndedSessions } from './auth.jobs.ts';
import { updateUser } from './auth.queries.ts';
import { removeSessionsOf } from './sessions.queries.ts';
import { MAX_TRADES } from './sessions.ts';

const DAY_MS = 24 * 3600 * 1000;

onEachDatabase((environment, once) => {
  let app: TestApp;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());
  afterEach(() => {
    vi.useRealTimers();
    for (const socket of sockets.splice(0)) socket.close();
  });

  const login = (body: unknown) => call(app, 'POST /auth/login', { body });
  const refresh = (token: string) =>
    call(app, 'POST /auth/refresh', { headers: { 'x-refresh-token': token } });
  const check = (token: string) =>
    call(app, 'GET /auth/check-email-confirmation', {
      headers: { authorization: `Bearer ${token}` },
    });
  const isGood = async (token: string) => (await check(token)).status === 200;
  let now = 0;
  const stopClock = () => {
    now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
  };
  const pass = (ms: number) => vi.setSystemTime((now += ms));
  const connect = async (token: string) => {
    const socket = io(app.url, { transports: ['websocket'], auth: { token }, reconnection: false });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) =>
      socket.on('connect', resolve).on('connect_error', reject),
    );
    return { closed: new Promise<string>((resolve) => socket.on('disconnect', resolve)), socket };
  };

  describe('login', () => {
    test('returns user and session, whatever the case of the address', async () => {
      const { user } = await signUp(app);
      stopClock();
      const { status, body } = await login({
        email: user.email.toUpperCase(),
        password: TEST_PASSWORD,
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        user,
        session: {
          access_token: expect.stringMatching(/^[\w-]{43}$/),
          refresh_token: expect.stringMatching(/^[\w-]{43}$/),
          expires_at: Math.floor(now / 1000) + 3600,
        },
      });
      expect(await isGood(body.session.access_token)).toBe(true);
    });

    once.test('says the same of a wrong password and of an unknown address', async () => {
      const { user } = await signUp(app);
      const wrong = await login({ email: user.email, password: 'wrong' });
      const unknown = await login({ email: 'unknown@example.com', password: 'wrong' });
      expect(wrong).toMatchObject({ status: 401, body: { error: 'Invalid credentials' } });
      expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    });

    once.test('keeps disabled accounts out, but tells only who knows the password', async () => {
      const { user, session } = await signUp(app);
      await updateUser(app.store.db, user.id, { disabled_at: Date.now() });
      expect(await login({ email: user.email, password: TEST_PASSWORD })).toMatchObject({
        status: 403,
        body: { error: 'This account is disabled. Please contact support.' },
      });
      expect((await login({ email: user.email, password: 'wrong' })).status).toBe(401);
      expect(await isGood(session.access_token)).toBe(false);
      expect((await refresh(session.refresh_token)).status).toBe(401);
    });
  });

  once.describe('logout', () => {
    test('ends its own session at once, sockets included, and no other', async () => {
      const { user, session, headers } = await signUp(app);
      const other = await signIn(app, user.id);
      const [mine, theirs] = [
        await connect(session.access_token),
        await connect(other.access_token),
      ];
      expect(await call(app, 'POST /auth/logout', { headers })).toMatchObject({
        status: 200,
        body: { message: 'Logged out successfully' },
      });
      expect(await mine.closed).toBe('io server disconnect');
      expect(theirs.socket.connected).toBe(true);
      expect(await isGood(session.access_token)).toBe(false);
      expect((await refresh(session.refresh_token)).status).toBe(401);
      expect(await isGood(other.access_token)).toBe(true);
      expect(await call(app, 'POST /auth/logout', { headers })).toMatchObject({
        status: 401,
        body: { error: 'Unauthorized' },
      });
    });
  });

  once.describe('access token', () => {
    test('is no refresh token, nor the other way round, nor in another header', async () => {
      const { session } = await signUp(app);
      expect(await refresh(session.access_token)).toMatchObject({
        status: 401,
        body: { error: 'Unauthorized' },
      });
      expect(await isGood(session.refresh_token)).toBe(false);
      expect(
        (await call(app, `POST /auth/refresh?x-refresh-token=${session.refresh_token}`)).status,
      ).toBe(401);
      const inBody = await call(app, 'POST /auth/refresh', {
        body: { refresh_token: session.refresh_token },
      });
      expect(inBody).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
      expect((await call(app, 'POST /auth/refresh')).status).toBe(401);
      expect((await refresh('')).status).toBe(401);
      expect(await isGood(session.access_token)).toBe(true);
    });
  });

  describe('refresh', () => {
    once.test('trades the token for a new pair, in body and headers', async () => {
      const { session } = await signUp(app);
      const { status, body, headers } = await refresh(session.refresh_token);
      expect(status).toBe(200);
      expect(body).toEqual({
        accessToken: headers.get('x-access-token'),
        refreshToken: headers.get('x-refresh-token'),
      });
      expect(await isGood(body.accessToken)).toBe(true);
      expect(
        new Set([body.accessToken, body.refreshToken, session.access_token, session.refresh_token])
          .size,
      ).toBe(4);
    });

    once.test('works beside an access token that has run out', async () => {
      const { session } = await signUp(app);
      const headers = { 'x-refresh-token': session.refresh_token, authorization: 'Bearer run-out' };
      expect((await call(app, 'POST /auth/refresh', { headers })).status).toBe(200);
    });

    test('ten times at once returns the same pair ten times', async () => {
      const { session } = await signUp(app);
      let token = session.refresh_token;
      // Ten rounds, because races differ.
      for (let round = 0; round < 10; round++) {
        const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
        expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
        expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
        token = responses[0]?.body.refreshToken;
      }
    });

    once.test(
      'with an old token, after the new pair was given out and used, ends the whole session',
      async () => {
        const { session, user } = await signUp(app);
        const other = await signIn(app, user.id);
        stopClock();
        const { body: pair } = await refresh(session.refresh_token);
        await check(pair.accessToken);
        const { closed } = await connect(pair.accessToken);
        pass(30_000);
        expect(await refresh(session.refresh_token)).toMatchObject({
          status: 401,
          body: { error: 'Unauthorized' },
        });
        expect(await closed).toBe('io server disconnect');
        expect(await isGood(session.access_token)).toBe(false);
        expect(await isGood(pair.accessToken)).toBe(false);
        expect((await refresh(pair.refreshToken)).status).toBe(401);
        expect(await isGood(other.access_token)).toBe(true);
      },
    );

    once.test('ends after 90 days however busy the session was', async () => {
      stopClock();
      let { refresh_token: token } = (await signUp(app)).session;
      let access = '';
      for (let day = 0; day < 90; day += 10) {
        const { status, body } = await refresh(token);
        expect(status).toBe(200);
        ({ refreshToken: token, accessToken: access } = body);
        pass(10 * DAY_MS - (day === 80 ? 1 : 0));
      }
      const last = await refresh(token);
      expect(last.status).toBe(200);
      access = last.body.accessToken;
      expect(await isGood(access)).toBe(true);
      pass(1);
      expect(await isGood(access)).toBe(false);
      expect((await refresh(last.body.refreshToken)).status).toBe(401);
    });

    once.test('ends after 10,000 trades: a session leaves no rows without end', async () => {
      const { user, session } = await signUp(app);
      const { db } = app.store;
      const { id } = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow();
      for (let trades = 0; trades < MAX_TRADES - 1; trades += 99) {
        const rows = Array.from({ length: 99 }, (_, at) => ({
          token_hash: `${id} ${trades + at}`,
          session_id: id,
          created_at: 1,
          rotated_at: 2,
        }));
        await db.insertInto('refresh_tokens').values(rows).execute();
      }
      const last = await refresh(session.refresh_token);
      expect([last.status, await isGood(last.body.accessToken)]).toEqual([200, true]);
      expect((await refresh(last.body.refreshToken)).status).toBe(401);
      expect(await isGood(last.body.accessToken)).toBe(false);
      const left = await db
        .selectFrom('refresh_tokens')
        .select('token_hash')
        .where('session_id', '=', id)
        .execute();
      expect(left).toEqual([]);
    });
  });

  once.test('sockets of a session that another process ended are closed', async () => {
    const [gone, kept] = [await signUp(app), await signUp(app)];
    const [theirs, mine] = [
      await connect(gone.session.access_token),
      await connect(kept.session.access_token),
    ];
    await removeSessionsOf(app.store.db, gone.user.id);
    await closeEndedSessions(app);
    expect(await theirs.closed).toBe('io server disconnect');
    expect(mine.socket.connected).toBe(true);
  });

  once.test('tokens are nowhere in the store', async () => {
    const { session } = await signUp(app);
    const { body } = await refresh(session.refresh_token);
    const rows = JSON.stringify([
      await app.store.db.selectFrom('sessions').selectAll().execute(),
      await app.store.db.selectFrom('access_tokens').selectAll().execute(),
      await app.store.db.selectFrom('refresh_tokens').selectAll().execute(),
    ]);
    for (const token of [
      session.access_token,
      session.refresh_token,
      body.accessToken,
      body.refreshToken,
    ])
      expect(rows).not.toContain(token);
  });

  once.test('a header that is no bearer token is refused', async () => {
    const { session } = await signUp(app);
    for (const authorization of [
      session.access_token,
      `Basic ${session.access_token}`,
      'Bearer',
      'Bearer ',
      `Bearer ${session.access_token} x`,
    ]) {
      expect((await call(app, 'POST /auth/logout', { headers: { authorization } })).status).toBe(
        401,
      );
    }
    expect((await call(app, 'POST /auth/logout', { headers: bearer(session) })).status).toBe(200);
  });
});
