import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signIn, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { hashToken } from '../core/ids.ts';
import { updateUser } from './auth.queries.ts';
import { unusableHash, verifyPassword } from './passwords.ts';
import { applyReset } from './resets.ts';

const NEW_PASSWORD = 'tr0ub4';

onEachDatabase((environment, once) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterAll(() => app.stop());
  afterEach(() => {
    vi.useRealTimers();
  });

  const forgot = (email: string) => call(app, 'POST /auth/forgot-password', { body: { email } });
  const reset = (token: string, new_password = NEW_PASSWORD) =>
    call(app, 'POST /auth/reset-password', { body: { token, new_password } });
  const login = (email: string, password: string) =>
    call(app, 'POST /auth/login', { body: { email, password } });
  const linksFor = async (email: string) =>
    (await mailsTo(app, email))
      .filter(({ subject }) => subject === 'Reset your password')
      .map(({ link }) => link);
  const tokenFor = async (email: string) =>
    fragmentOf((await linksFor(email)).at(-1) ?? '').get('access_token') ?? '';
  const refused = { status: 400, body: { error: 'Invalid or expired reset token' } };

  test('the link of the mail leads to a new password', async () => {
    const { user } = await signUp(app);
    await forgot(user.email.toUpperCase());
    const [link = ''] = await linksFor(user.email);
    expect(link).toMatch(
      /^http:\/\/clipline\.test\/reset-password#access_token=[\w-]{43}&refresh_token=[\w-]{43}&type=recovery$/,
    );
    expect(await reset(await tokenFor(user.email))).toMatchObject({
      status: 200,
      body: { message: 'Password Reset Successful' },
    });
    expect((await login(user.email, NEW_PASSWORD)).status).toBe(200);
    expect((await login(user.email, TEST_PASSWORD)).status).toBe(401);
    expect((await mailsTo(app, user.email)).map(({ subject }) => subject)).toEqual([
      'Reset your password',
      'Your password was changed',
    ]);
  });

  once.test(
    'known, unknown, disabled and repeated addresses are answered alike, byte for byte',
    async () => {
      const [{ user }, disabled] = [await signUp(app), await signUp(app)];
      await updateUser(app.store.db, disabled.user.id, { disabled_at: Date.now() });
      const responses = [
        await forgot(user.email),
        await forgot('unknown@example.com'),
        await forgot(user.email),
        await forgot(disabled.user.email),
      ];
      expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set(['200 {"message":"Check your inbox for instructions to reset your password."}']),
      );
      expect(await linksFor('unknown@example.com')).toEqual([]);
      expect(await linksFor(disabled.user.email)).toEqual([]);
      expect(await app.store.db.selectFrom('mails').selectAll().execute()).toEqual([]);
    },
  );

  once.test(
    'success ends every session of the user, refresh tokens and sockets too, and of no one else',
    async () => {
      const [mine, other] = [await signUp(app), await signUp(app)];
      const second = await signIn(app, mine.user.id);
      const socket = io(app.url, {
        transports: ['websocket'],
        auth: { token: second.access_token },
        reconnection: false,
      });
      await new Promise<void>((resolve) => socket.on('connect', resolve));
      const closed = new Promise<string>((resolve) => socket.on('disconnect', resolve));
      await forgot(mine.user.email);
      expect((await reset(await tokenFor(mine.user.email))).status).toBe(200);
      expect(await closed).toBe('io server disconnect');
      for (const session of [mine.session, second]) {
        expect(
          (
            await call(app, 'POST /auth/logout', {
              headers: { authorization: `Bearer ${session.access_token}` },
            })
          ).status,
        ).toBe(401);
        expect(
          (
            await call(app, 'POST /auth/refresh', {
              headers: { 'x-refresh-token': session.refresh_token },
            })
          ).status,
        ).toBe(401);
      }
      expect((await call(app, 'POST /auth/logout', { headers: other.headers })).status).toBe(200);
    },
  );

  test('twenty resets at once with one token succeed once', async () => {
    const { user } = await signUp(app);
    await forgot(user.email);
    const token = await tokenFor(user.email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(token, `password ${index}`)),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 400),
    ]);
    expect((await login(user.email, `password ${statuses.indexOf(200)}`)).status).toBe(200);
  });

  once.test(
    'a token that was used, replaced, altered or is of another kind is refused',
    async () => {
      const { user, session } = await signUp(app);
      await forgot(user.email);
      const replaced = await tokenFor(user.email);
      await forgot(user.email);
      const [, newest = ''] = await linksFor(user.email);
      const fragment = fragmentOf(newest);
      const token = fragment.get('access_token') ?? '';
      const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
      for (const wrong of [
        replaced,
        altered,
        fragment.get('refresh_token') ?? '',
        session.access_token,
        session.refresh_token,
        '',
      ]) {
        expect(await reset(wrong)).toMatchObject(refused);
      }
      expect(
        (
          await call(app, 'GET /auth/check-email-confirmation', {
            headers: { 'x-confirmation-token': token },
          })
        ).body,
      ).toEqual({
        confirmed: false,
      });
      expect(
        (await call(app, 'POST /auth/logout', { headers: { authorization: `Bearer ${token}` } }))
          .status,
      ).toBe(401);
      expect(
        (await call(app, 'POST /auth/refresh', { headers: { 'x-refresh-token': token } })).status,
      ).toBe(401);
      expect((await reset(token)).status).toBe(200);
      expect(await reset(token)).toMatchObject(refused);
    },
  );

  once.test('a token lives 60 minutes', async () => {
    const { user } = await signUp(app);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await forgot(user.email);
    const token = await tokenFor(user.email);
    vi.setSystemTime(Date.now() + 3600 * 1000);
    expect(await reset(token)).toMatchObject(refused);
    vi.setSystemTime(Date.now() - 1);
    expect((await reset(token)).status).toBe(200);
  });

  once.test(
    'the new password has at least 6 characters; a refused one uses nothing up',
    async () => {
      const { user } = await signUp(app);
      await forgot(user.email);
      const token = await tokenFor(user.email);
      expect(await reset(token, '12345')).toMatchObject({
        status: 400,
        body: { error: 'Password must be at least 6 characters long.' },
      });
      expect(
        (
          await call(app, 'POST /auth/reset-password', {
            body: { token, new_password: NEW_PASSWORD, userId: user.id },
          })
        ).body.error,
      ).toBe('Invalid request');
      expect((await reset(token, '123456')).status).toBe(200);
    },
  );

  once.test('a disabled account cannot be reset', async () => {
    const { user } = await signUp(app);
    await forgot(user.email);
    const token = await tokenFor(user.email);
    await updateUser(app.store.db, user.id, { disabled_at: Date.now() });
    expect(await reset(token)).toMatchObject(refused);
  });

  test('a sign-in that read the old password before the reset does not come in after it', async () => {
    const { user } = await signUp(app);
    await forgot(user.email);
    const tokenHash = hashToken(await tokenFor(user.email));
    const gate = Promise.withResolvers<void>();
    // Keeps every turn taken, so that the sign-in waits between reading the hash and checking the
    // password.
    const busy = [1, 2].map(() =>
      verifyPassword(undefined, '', { from: 'others', beforeWork: () => gate.promise }),
    );
    const signingIn = login(user.email, TEST_PASSWORD);
    for (let count = 0; count < 5; count++) await call(app, 'GET /auth/check-email-confirmation');
    const isReset = await applyReset(app, tokenHash, unusableHash());
    gate.resolve();
    await Promise.all(busy);
    expect(isReset).toBe(true);
    expect(await signingIn).toMatchObject({ status: 401, body: { error: 'Invalid credentials' } });
  });
});
