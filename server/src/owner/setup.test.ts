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
  const printElsewhere = async () => {
    const token = 'printed under another name, before';
    const row = { code_hash: hashToken(token), kind: 'setup', about: 'elsewhere' } as const;
    await app.db
      .insertInto('one_time_codes')
      .values({ ...row, expires_at: Date.now() + 60_000 })
      .execute();
    return token;
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

  test('of many at once, by two links, one succeeds', async () => {
    const own = await print();
    const other = await printElsewhere();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => setUp(index % 2 ? own : other)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(over);
  });

  test('a wrong, an old and an earlier link are over, whoever printed it', async () => {
    const earlier = await print();
    const elsewhere = await printElsewhere();
    const token = await print();
    for (const wrong of ['', 'made up', earlier, elsewhere])
      expect(await setUp(wrong)).toMatchObject(over);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 });
    expect(await setUp(token)).toMatchObject(over);
    vi.useRealTimers();
    await signUpAdmin(app);
    expect(await setUp(token)).toMatchObject(over);
    expect((await setUp(token, { password: 'short' })).body.code).toBe('PASSWORD_TOO_SHORT');
    expect((await setUp(token, { surplus: 1 })).status).toBe(400);
  });

  once.test('asking whether a link is over uses nothing up', async () => {
    const check = (token: unknown) => call(app, 'POST /auth/setup/check', { body: { token } });
    const earlier = await print();
    const token = await print();
    for (const asked of [1, 2]) expect((await check(token)).status, String(asked)).toBe(204);
    for (const wrong of [earlier, newId()]) expect(await check(wrong)).toMatchObject(over);
    for (const malformed of ['', 'made up', undefined])
      expect((await check(malformed)).status).toBe(400);
    expect((await setUp(token)).status).toBe(200);
    expect(await check(token)).toMatchObject(over);
  });

  once.test('twenty a minute may ask, whether about a set-up or an invitation', async () => {
    const limited = await buildTestApp({ ...environment, RATE_LIMITS: 'on' });
    for (const [what, body] of [
      ['POST /auth/setup/check', { token: newId() }],
      ['POST /auth/invitations/check', { invitation: newId() }],
    ] as const) {
      for (let asked = 0; asked < 20; asked++)
        expect((await call(limited, what, { body })).status).toBe(403);
      expect((await call(limited, what, { body })).status).toBe(429);
    }
    await limited.stop();
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
