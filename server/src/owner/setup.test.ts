import { hostname } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { dismissAdmins, signUpAdmin } from '../../testing/owner.ts';
import { hashToken, newId } from '../core/ids.ts';
import { openSetup } from './setup.ts';

const over = {
  status: 403,
  body: {
    code: 'SETUP_OVER',
    error: 'This link is no longer valid. Start the server again for a new one.',
  },
};
const newAddress = () => `${newId().toLowerCase()}@example.com`;

onEachDatabase((environment, once) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  beforeEach(() => dismissAdmins(app));
  afterAll(() => app.stop());

  const print = async () => {
    const link = await openSetup(app);
    expect(link).toMatch(/^\/setup#token=[\w-]{22}$/);
    return link?.split('=')[1] ?? '';
  };
  const setUp = (token: string, change: object = {}) =>
    call(app, 'POST /auth/setup', {
      body: { token, name: 'Ada', email: newAddress(), password: TEST_PASSWORD, ...change },
    });

  once.test('makes the first account, confirmed and in charge, without a mail', async () => {
    const email = newAddress();
    const { status, body } = await setUp(await print(), { email });
    expect([status, body.user]).toEqual([200, expect.objectContaining({ email, isAdmin: true })]);
    expect((await call(app, 'GET /account', { headers: bearer(body.session) })).body).toMatchObject(
      { isAdmin: true, hasPassword: true },
    );
    expect(await mailsTo(app, email)).toEqual([]);
    expect((await call(app, 'GET /features')).body.hasAdmin).toBe(true);
    expect(await openSetup(app)).toBeUndefined();
  });

  test('of many at once, by links of two nodes, one succeeds', async () => {
    const own = await print();
    const other = 'the token of another node';
    await app.db
      .insertInto('one_time_codes')
      .values({
        code_hash: hashToken(other),
        kind: 'setup',
        about: `elsewhere ${hostname()}`,
        expires_at: Date.now() + 60_000,
      })
      .execute();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => setUp(index % 2 ? own : other)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(over);
  });

  once.test('a wrong, an old and an earlier link are over', async () => {
    const earlier = await print();
    const token = await print();
    for (const wrong of ['', 'made up', earlier]) expect(await setUp(wrong)).toMatchObject(over);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 });
    expect(await setUp(token)).toMatchObject(over);
    vi.useRealTimers();
    await signUpAdmin(app);
    expect(await setUp(token)).toMatchObject(over);
    expect((await setUp(token, { password: 'short' })).body.code).toBe('PASSWORD_TOO_SHORT');
    expect((await setUp(token, { surplus: 1 })).status).toBe(400);
  });

  once.test('an address that has an account signs in with its password', async () => {
    const { user } = await signUp(app, { name: 'Grace' });
    await app.db.updateTable('users').set({ disabled_at: 1 }).where('id', '=', user.id).execute();
    const token = await print();
    const wrong = { email: user.email, password: 'another password' };
    expect(await setUp(token, wrong)).toMatchObject({
      status: 401,
      body: { error: 'Invalid credentials' },
    });
    const { status, body } = await setUp(token, { email: user.email });
    expect([status, body.user.id, body.user.name]).toEqual([200, user.id, 'Grace']);
    expect((await call(app, 'GET /account', { headers: bearer(body.session) })).status).toBe(200);
  });

  once.test('a sign-up that waits is confirmed by its password', async () => {
    const email = newAddress();
    await call(app, 'POST /auth/register', {
      body: { name: 'Grace', email, password: TEST_PASSWORD },
    });
    const token = await print();
    expect((await setUp(token, { email, password: 'another password' })).status).toBe(401);
    const { status, body } = await setUp(token, { email });
    expect([status, body.user.name, body.user.isAdmin]).toEqual([200, 'Grace', true]);
  });

  once.test('a disabled admin is none', async () => {
    const { user } = await signUpAdmin(app);
    await app.db.updateTable('users').set({ disabled_at: 1 }).where('id', '=', user.id).execute();
    expect((await setUp(await print())).status).toBe(200);
  });
});
