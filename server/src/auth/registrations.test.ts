import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { findUser, listPendingRegistrations } from './auth.queries.ts';
import { removeExpired } from './auth.jobs.ts';

const HOUR_MS = 3600 * 1000;
const MESSAGE = { message: 'Please check your email to confirm your account before logging in.' };
let people = 0;
const newAddress = () => `new${++people}@example.com`;

onEachDatabase((environment, once) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());
  afterEach(() => {
    vi.useRealTimers();
  });

  const register = (email: string, password = TEST_PASSWORD, name = 'Ada') =>
    call(app, 'POST /auth/register', { body: { name, email, password } });
  const login = (email: string, password = TEST_PASSWORD) =>
    call(app, 'POST /auth/login', { body: { email, password } });
  const confirm = (token: string) =>
    call(app, 'GET /auth/check-email-confirmation', { headers: { 'x-confirmation-token': token } });
  const tokensFor = async (email: string) =>
    (await mailsTo(app, email)).map(({ link }) => fragmentOf(link).get('token') ?? '');
  const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

  describe('signing up', () => {
    once.test('leads through the mail to a session', async () => {
      const email = newAddress();
      const registered = await register(email.toUpperCase());
      expect(registered).toMatchObject({ status: 201, body: MESSAGE });
      const [mail] = await mailsTo(app, email);
      expect(mail?.subject).toBe('Confirm your email address');
      expect(mail?.link).toMatch(/^http:\/\/clipline\.test\/email-confirmation#token=[\w-]{43}$/);

      expect(await login(email)).toMatchObject({
        status: 403,
        body: { error: 'Please confirm your email before logging in.' },
      });
      expect(await login(email, 'another password')).toMatchObject({
        status: 401,
        body: { error: 'Invalid credentials' },
      });
      const [token = ''] = await tokensFor(email);
      expect(await confirm(token)).toMatchObject({ status: 200, body: { confirmed: true } });
      expect(await confirm(token)).toMatchObject({ status: 200, body: { confirmed: true } });
      const signedIn = await login(email);
      expect(signedIn).toMatchObject({
        status: 200,
        body: { user: { name: 'Ada', email, plan: 'advanced', trialEndsAt: null } },
      });
      const headers = { authorization: `Bearer ${signedIn.body.session.access_token}` };
      expect((await call(app, 'GET /auth/check-email-confirmation', { headers })).body).toEqual({
        confirmed: true,
      });
    });

    once.test.each([
      { name: '  ' },
      { email: 'a@example.com\r\nBcc: b@example.com' },
      { email: 'a@example.com\n' },
      { email: 'a@example.com,b@example.com' },
      { plan: 'advanced' },
    ])('with %j is refused', async (more) => {
      const body = { name: 'A', email: 'a@example.com', password: TEST_PASSWORD, ...more };
      expect(await call(app, 'POST /auth/register', { body })).toMatchObject({
        status: 400,
        body: { error: 'Invalid request' },
      });
      expect(await mailsTo(app, 'a@example.com')).toEqual([]);
    });

    once.test('with a short password is told how long it must be', async () => {
      expect(await register(newAddress(), '1234567')).toMatchObject({
        status: 400,
        body: { error: 'Password must be at least 8 characters' },
      });
    });

    once.test(
      'with the address of an account changes nothing and tells its owner once a day',
      async () => {
        const { user } = await signUp(app);
        const responses = [
          await register(user.email, 'a stranger'),
          await register(user.email.toUpperCase(), 'a stranger'),
        ];
        const unknown = await register(newAddress());
        for (const answer of responses)
          expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text]);
        const mails = await mailsTo(app, user.email);
        expect(mails.map(({ subject }) => subject)).toEqual(['You already have an account']);
        expect(await login(user.email)).toMatchObject({ status: 200 });
        // As if the address were unknown: the sign-up waits for a link that is never made.
        expect(await login(user.email, 'a stranger')).toMatchObject({
          status: 403,
          body: { error: 'Please confirm your email before logging in.' },
        });
        later(24 * HOUR_MS + 1000);
        await register(user.email, 'a stranger');
        expect(await mailsTo(app, user.email)).toHaveLength(2);
      },
    );

    test('twenty times at once sends at most three mails and makes one user', async () => {
      const email = newAddress();
      const responses = await Promise.all(Array.from({ length: 20 }, () => register(email)));
      expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set([`201 ${JSON.stringify(MESSAGE)}`]),
      );
      const tokens = await tokensFor(email);
      expect(tokens.length).toBeGreaterThanOrEqual(1);
      expect(tokens.length).toBeLessThanOrEqual(3);
      const confirmed = await Promise.all(tokens.map(confirm));
      expect(confirmed.filter(({ body }) => body.confirmed)).toHaveLength(1);
      expect(await findUser(app.store.db, email)).toBeDefined();
      expect((await login(email)).status).toBe(200);
    });

    once.test('more often than mails leave lets no one in but who reads the mail', async () => {
      const email = newAddress();
      const theirs = ['first of theirs', 'second of theirs', 'third of theirs'];
      for (const password of theirs) await register(email, password, 'Stranger');
      await register(email, 'password of mine', 'Me');
      const tokens = await tokensFor(email);
      expect(tokens).toHaveLength(3);
      for (const password of [...theirs, 'password of mine'])
        expect([password, (await login(email, password)).status]).toEqual([password, 403]);

      // Which of them is the reader's cannot be told, so none counts.
      expect((await confirm(tokens[0] ?? '')).body).toEqual({ confirmed: true });
      for (const password of [...theirs, 'password of mine'])
        expect([password, (await login(email, password)).status]).toEqual([password, 401]);
      const chosen = (await mailsTo(app, email)).at(-1);
      expect(chosen?.subject).toBe('Choose your password');
      const token = fragmentOf(chosen?.link ?? '').get('access_token') ?? '';
      const set = { token, new_password: 'password of mine' };
      expect((await call(app, 'POST /auth/reset-password', { body: set })).status).toBe(200);
      const signedIn = await login(email, 'password of mine');
      expect(signedIn.status).toBe(200);
      expect(signedIn.body.user.name).toBe(email.split('@')[0]);
    });

    test.each([
      ['the same password', () => 'password of theirs'],
      ['passwords of their own', (count: number) => `their password ${count}`],
    ])('and again and again after that with %s lets no one else in', async (_what, theirs) => {
      const email = newAddress();
      for (let count = 0; count < 3; count++) await register(email, 'password of theirs');
      await register(email, 'password of mine', 'Me');
      await Promise.all(Array.from({ length: 12 }, (_, count) => register(email, theirs(count))));

      const [token = ''] = await tokensFor(email);
      expect((await confirm(token)).body).toEqual({ confirmed: true });
      for (const password of ['password of theirs', 'password of mine'])
        expect([password, (await login(email, password)).status]).toEqual([password, 401]);
      expect((await mailsTo(app, email)).at(-1)?.subject).toBe('Choose your password');
    });

    once.test.each([
      [3, 200],
      [4, 401],
    ])(
      'with %i passwords over hours, each mailed: a link lets in with %i',
      async (count, status) => {
        const email = newAddress();
        for (let hour = 0; hour < count; hour++) {
          await register(email, `password ${hour}`);
          await app.store.db
            .updateTable('registrations')
            .set(({ eb }) => ({ created_at: eb('created_at', '-', HOUR_MS) }))
            .where('email', '=', email)
            .execute();
        }
        const tokens = await tokensFor(email);
        expect(tokens).toHaveLength(count);
        expect((await confirm(tokens.at(-1) ?? '')).body).toEqual({ confirmed: true });
        expect((await login(email, `password ${count - 1}`)).status).toBe(status);
      },
    );

    once.test('remembers few of those that get no mail', async () => {
      const email = newAddress();
      for (let count = 0; count < 3; count++) await register(email, 'password of theirs');
      await Promise.all(
        Array.from({ length: 13 }, (_, count) => register(email, `password ${count}`)),
      );
      const rows = await app.store.db
        .selectFrom('registrations')
        .select('id')
        .where('email', '=', email)
        .execute();
      expect(rows).toHaveLength(13);
    });

    once.test('repeated with its Idempotency-Key sends one mail', async () => {
      const email = newAddress();
      const send = () =>
        call(app, 'POST /auth/register', {
          body: { name: 'A', email, password: TEST_PASSWORD },
          headers: { 'idempotency-key': email },
        });
      expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
      expect(await mailsTo(app, email)).toHaveLength(1);
    });
  });

  describe('the link', () => {
    once.test('that is opened brings its name and password; the others end', async () => {
      const email = newAddress();
      await register(email, 'password of a stranger', 'Stranger');
      await register(email, 'password of mine', 'Me');
      const [theirs = '', mine = ''] = await tokensFor(email);
      expect((await confirm(mine)).body).toEqual({ confirmed: true });
      expect((await confirm(theirs)).body).toEqual({ confirmed: false });
      expect(await listPendingRegistrations(app.store.db, email, 0)).toEqual([]);
      expect((await login(email, 'password of a stranger')).status).toBe(401);
      expect((await login(email, 'password of mine')).body.user.name).toBe('Me');
    });

    test('opened ten times at once confirms ten times and makes one user', async () => {
      const email = newAddress();
      await register(email);
      const [token = ''] = await tokensFor(email);
      const responses = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
      expect(responses.map(({ body }) => body)).toEqual(responses.map(() => ({ confirmed: true })));
    });

    once.test('is expired after 24 hours, and a new sign-up sends a new one', async () => {
      const email = newAddress();
      await register(email);
      const [token = ''] = await tokensFor(email);
      later(24 * HOUR_MS);
      const expired = await confirm(token);
      expect(expired).toMatchObject({
        status: 410,
        body: { error: 'The email confirmation link has expired. Please request a new one.' },
      });
      await removeExpired(app.store.db);
      expect((await confirm(token)).status).toBe(410);
      await register(email, 'the second password');
      const [, second = ''] = await tokensFor(email);
      expect((await confirm(second)).body).toEqual({ confirmed: true });
      expect((await login(email, 'the second password')).status).toBe(200);
    });

    once.test('that is wrong, missing or of another kind confirms nothing', async () => {
      const { session } = await signUp(app);
      expect((await call(app, 'GET /auth/check-email-confirmation')).body).toEqual({
        confirmed: false,
      });
      for (const token of ['wrong', session.access_token, session.refresh_token])
        expect((await confirm(token)).body).toEqual({ confirmed: false });
      const headers = { authorization: 'Bearer wrong' };
      expect(await call(app, 'GET /auth/check-email-confirmation', { headers })).toMatchObject({
        status: 401,
        body: { error: 'Unauthorized' },
      });
    });
  });
});

test('where plans are sold the trial begins at confirmation and lasts seven days', async () => {
  const app = await buildTestApp({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  });
  try {
    const [email, password] = [newAddress(), TEST_PASSWORD];
    await call(app, 'POST /auth/register', { body: { name: 'Ada', email, password } });
    const [mail] = await mailsTo(app, email);
    await call(app, 'GET /auth/check-email-confirmation', {
      headers: { 'x-confirmation-token': fragmentOf(mail?.link ?? '').get('token') ?? '' },
    });
    const { user } = (await call(app, 'POST /auth/login', { body: { email, password } })).body;
    expect(user.plan).toBe('trial');
    expect(Date.parse(user.trialEndsAt) - Date.parse(user.createdAt)).toBe(7 * 24 * HOUR_MS);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(user.trialEndsAt) });
    expect((await call(app, 'POST /auth/login', { body: { email, password } })).body.user).toEqual({
      ...user,
      plan: null,
    });
  } finally {
    vi.useRealTimers();
    await app.stop();
  }
});
