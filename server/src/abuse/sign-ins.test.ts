import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, LOW_COST, signIn, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { transact } from '../core/db/database.ts';
import { newId } from '../core/ids.ts';
import { setHashingCost } from '../auth/passwords.ts';
import { MAX_SESSIONS } from '../auth/sessions.ts';

const unknownAddress = () => `${newId().toLowerCase()}@example.com`;
/** Of one sender, so many at once: in order, another would have to wait for more than `TURN`. */
const [MANY, TURN] = [15, 12];
const from = (address: string) => ({ 'x-forwarded-for': address });

let app: TestApp;
const start = () =>
  beforeAll(async () => {
    app = await buildTestApp({
      RATE_LIMITS: 'on',
      TRUST_PROXY: '127.0.0.0/8',
    });
  });
const login = (email: string, password: string, address = '203.0.113.1') =>
  call(app, 'POST /auth/login', { body: { email, password }, headers: from(address) });

// Turns and limits of password work are kept in memory: the store is not asked.
describe('much password work at once', () => {
  beforeAll(() => setHashingCost());
  start();
  afterAll(() => {
    setHashingCost(LOW_COST);
    return app.stop();
  });

  test('wrong passwords of many links at once, from one address: others do not wait for them', async () => {
    const [flooder, other] = [await signUp(app), await signUp(app)];
    const clip = await call(app, 'POST /clipboard', {
      body: { content: 'shared' },
      headers: flooder.headers,
    });
    const links = [];
    for (let n = 0; n < MANY; n++)
      links.push(
        await call(app, 'POST /links', {
          body: { clipId: clip.body.id, password: 'a password' },
          headers: flooder.headers,
        }),
      );
    let over = 0;
    const flood = links.map(async ({ body: link }) => {
      const { status } = await call(app, 'POST /link/open', {
        body: { opener: newId(), password: 'another' },
        headers: { ...from('203.0.113.9'), 'x-link-token': link.url.split('/s/')[1] },
      });
      over++;
      return status;
    });
    const answer = await login(other.user.email, TEST_PASSWORD, '203.0.113.10');
    expect([answer.status, over < TURN]).toEqual([200, true]);
    expect(new Set(await Promise.all(flood))).toEqual(new Set([403]));
  });

  test('sign-ins from many networks of one IPv6 site at once: others do not wait for them', async () => {
    const [flooder, other] = [await signUp(app), await signUp(app)];
    let over = 0;
    const flood = Array.from({ length: MANY }, async (_, network) => {
      const address = `2001:db8:7:${network.toString(16)}::1`;
      await login(flooder.user.email, TEST_PASSWORD, address);
      over++;
    });
    const answer = await login(other.user.email, TEST_PASSWORD, '203.0.113.10');
    expect([answer.status, over < TURN]).toEqual([200, true]);
    await Promise.all(flood);
  });
});

describe('signing in', () => {
  start();
  afterAll(() => app.stop());

  const register = (email: string, password: string) =>
    call(app, 'POST /auth/register', { body: { name: 'Somebody', email, password } });

  test('a person has 50 sessions: the next one ends the oldest, its socket too', async () => {
    const { user, session } = await signUp(app);
    await app.store.db
      .updateTable('sessions')
      .set((set) => ({ created_at: set('created_at', '-', 1000) }))
      .where('user_id', '=', user.id)
      .execute();
    for (let count = 1; count < MAX_SESSIONS; count++) await signIn(app, user.id);
    const socket = io(app.url, {
      transports: ['websocket'],
      auth: { token: session.access_token },
      reconnection: false,
    });
    const closed = new Promise<string>((resolve) => socket.on('disconnect', resolve));
    await new Promise<void>((resolve) => socket.on('connect', resolve));
    const { body } = await login(user.email, TEST_PASSWORD);
    expect(await closed).toBe('io server disconnect');
    expect((await call(app, 'GET /account/sessions', { headers: bearer(session) })).status).toBe(
      401,
    );
    const mine = await call(app, 'GET /account/sessions', { headers: bearer(body.session) });
    expect(mine.body).toHaveLength(MAX_SESSIONS);
  });

  test('of right sign-ins to one account 60 count', async () => {
    const { user } = await signUp(app);
    const statuses = await Promise.all(
      Array.from({ length: 62 }, async () => (await login(user.email, TEST_PASSWORD)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  describe('who has an account', () => {
    test('is not told by signing in with a password that one signed up with', async () => {
      const { user } = await signUp(app);
      const unknown = unknownAddress();
      const answersOf = async (email: string) => {
        const responses = [];
        for (let count = 0; count < 15; count++)
          responses.push(await register(email, `password ${count}`));
        for (const password of ['password 0', 'password 3', 'password 14', 'another one'])
          responses.push(await login(email, password));
        return responses.map(({ status, text }) => `${status} ${text}`);
      };
      const [known, other] = [await answersOf(user.email), await answersOf(unknown)];
      expect(known).toEqual(other);
      expect(known.slice(-4).map((answer) => answer.slice(0, 3))).toEqual([
        '403',
        '401',
        '403',
        '401',
      ]);
      expect((await login(user.email, TEST_PASSWORD)).status).toBe(200);
    });

    test('and such a sign-in forgives no wrong password', async () => {
      const { user } = await signUp(app);
      await register(user.email, 'the password of a stranger');
      const address = '203.0.113.77';
      const statuses = [];
      for (const password of ['1', '2', '3', '4', 'the password of a stranger', '5', '6'])
        statuses.push((await login(user.email, password, address)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 403, 401, 429]);
    });

    test('is not told by a forgotten password while the store takes nothing', async () => {
      const { user } = await signUp(app);
      const answered: string[] = [];
      const forgot = async (email: string) => {
        const { status } = await call(app, 'POST /auth/forgot-password', { body: { email } });
        answered.push(email);
        return status;
      };
      // Of the mails of an hour none is left for this one: it needs no store.
      const [unknown, usedUp] = [unknownAddress(), unknownAddress()];
      for (let count = 0; count < 3; count++) await forgot(usedUp);
      await app.mail.deliver();
      answered.splice(0);

      const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const writer = transact(app.store.db, async () => {
        begun.resolve();
        await over.promise;
      });
      await begun.promise;
      const both = [unknown, user.email].map(forgot);
      await forgot(usedUp);
      const meanwhile = [...answered];
      over.resolve();
      await writer;
      expect(meanwhile).toEqual([usedUp]);
      expect(await Promise.all(both)).toEqual([200, 200]);
      expect(await mailsTo(app, unknown)).toEqual([]);
      expect(await mailsTo(app, user.email)).toHaveLength(1);
    });

    test('is not told by the id of a member', async () => {
      const owner = await signUp(app);
      const { headers } = owner;
      const { body: room } = await call(app, 'POST /rooms', { headers, body: { name: 'Room' } });
      const add = async (email: string) =>
        (await call(app, `POST /rooms/${room.id}/members`, { headers, body: { email } })).body.id;
      for (const email of [(await signUp(app)).user.email, unknownAddress(), unknownAddress()])
        expect(await add(email)).toMatch(/^[\w-]{21}[AQgw]$/);
    });
  });

  test('no token of a mail is ever in the store, and none is left when its account goes', async () => {
    const email = unknownAddress();
    await register(email, TEST_PASSWORD);
    const [confirmation] = await mailsTo(app, email);
    const token = fragmentOf(confirmation?.link ?? '').get('token') ?? '';
    await call(app, 'GET /auth/check-email-confirmation', {
      headers: { 'x-confirmation-token': token },
    });
    await call(app, 'POST /auth/forgot-password', { body: { email } });
    const reset = (await mailsTo(app, email)).at(-1);
    const resetToken = fragmentOf(reset?.link ?? '').get('access_token') ?? '';
    expect([token, resetToken]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    for (const name of readdirSync(app.dataDir).filter((each) => each.includes('.sqlite')))
      for (const secret of [token, resetToken])
        expect(readFileSync(path.join(app.dataDir, name)).includes(secret)).toBe(false);

    app.mail.stop();
    await call(app, 'POST /auth/forgot-password', { body: { email } });
    const waiting = () =>
      app.store.db.selectFrom('mails').select('kind').where('recipient', '=', email).execute();
    expect(await waiting()).toEqual([{ kind: 'reset-password' }]);
    const { body } = await login(email, TEST_PASSWORD);
    const gone = await call(app, 'DELETE /account', {
      headers: bearer(body.session),
      body: { password: TEST_PASSWORD },
    });
    expect(gone.status).toBe(200);
    expect(await waiting()).toEqual([{ kind: 'account-deleted' }]);
  });
});
