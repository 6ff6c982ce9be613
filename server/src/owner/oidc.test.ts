import { createServer } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { listen } from '../../testing/listen.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import {
  Browser,
  comeBack,
  exchange,
  leave,
  signOn,
  startProvider,
  type TestProvider,
} from '../../testing/oidc.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { as, setRegistration, signUpAdmin } from '../../testing/owner.ts';
import { addAuthenticator, codeOf, turnOn } from '../../testing/security.ts';
import { newId } from '../core/ids.ts';
import { openSetup } from './setup.ts';
import { failureOf } from './oidc-failures.ts';
import { providerOf } from './oidc.ts';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const newPerson = (change: object = {}) => {
  const sub = newId();
  const email = `${sub.toLowerCase()}@example.com`;
  return { sub, email, email_verified: true, name: 'Ada Lovelace', ...change };
};

onEachDatabase((environment, once) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ ...environment, ...provider.settings });
  });
  afterAll(() => app.stop());

  const come = async (who: ReturnType<typeof newPerson>, query = '') => {
    await provider.become(who);
    return signOn(app, query);
  };
  const account = async ({ session }: any) =>
    (await call(app, 'GET /account', { headers: bearer(session) })).body;

  test('makes an account the first time, and knows the person by their subject then', async () => {
    const who = newPerson();
    const first = await come(who);
    expect(first).toMatchObject({
      status: 200,
      body: { user: { email: who.email, name: 'Ada Lovelace', isAdmin: false } },
    });
    expect(await account(first.body)).toMatchObject({ hasPassword: false, isAdmin: false });
    const moved = { ...who, email: 'elsewhere@example.com', name: 'Countess' };
    const second = await come(moved);
    expect(second.body.user).toEqual(first.body.user);
    expect((await come({ ...moved, email_verified: false })).status).toBe(200);
    expect(await mailsTo(app, who.email)).toEqual([]);
  });

  once.test(
    'joins the account of an address that the provider confirmed, and tells them',
    async () => {
      const person = await signUp(app, { name: 'Grace' });
      const who = newPerson({ email: person.user.email.toUpperCase() });
      const { status, body } = await come(who);
      expect([status, body.user.id, body.user.name]).toEqual([200, person.user.id, 'Grace']);
      expect((await mailsTo(app, person.user.email)).map(({ subject }) => subject)).toEqual([
        'You can sign in with Home',
      ]);
      // The address was given to somebody else.
      expect(await come({ ...who, sub: newId() })).toMatchObject({
        status: 403,
        body: { code: 'OIDC_EMAIL_TAKEN', error: 'This address belongs to another account here.' },
      });
    },
  );

  once.test('an account with two-step sign-in is joined when its step is taken', async () => {
    const person = await signUp(app);
    const secret = await addAuthenticator(app, person);
    const [code] = await turnOn(app, person);
    const who = newPerson({ email: person.user.email });
    const { status, body } = await come(who);
    expect([status, Object.keys(body)]).toEqual([200, ['step']]);
    const joined = () =>
      app.db.selectFrom('identities').selectAll().where('sub', '=', who.sub).execute();
    expect(await joined()).toEqual([]);
    const { token } = body.step;
    // The app's code was good for setting it up.
    const used = await call(app, 'POST /auth/step', { body: { token, code: codeOf(secret) } });
    expect(used.body.code).toBe('WRONG_CODE');
    const entered = await call(app, 'POST /auth/step', { body: { token, code } });
    expect(entered.body.user.id).toBe(person.user.id);
    expect(await joined()).toHaveLength(1);
    const subjects = (await mailsTo(app, person.user.email)).map(({ subject }) => subject);
    expect(subjects).toContain('You can sign in with Home');
    const [session] = (
      await as(app, { headers: bearer(entered.body.session) })('GET /account/sessions')
    ).body;
    expect(session.by).toBe('single-sign-on');
  });

  once.test.each([[false], ['true'], [undefined]])(
    'an address that is confirmed %j is none',
    async (email_verified) => {
      const who = newPerson({ email_verified });
      expect(await come(who)).toMatchObject({
        status: 403,
        body: {
          code: 'OIDC_EMAIL',
          error: 'Your provider did not confirm your e-mail address.',
        },
      });
    },
  );

  once.test('a sign-up that waits is joined without its password, and its link ends', async () => {
    const who = newPerson();
    await call(app, 'POST /auth/register', {
      body: { name: 'Mallory', email: who.email, password: TEST_PASSWORD },
    });
    const [mail] = await mailsTo(app, who.email);
    expect((await come(who)).body.user).toMatchObject({ name: 'Ada Lovelace' });
    const headers = { 'x-confirmation-token': fragmentOf(mail?.link ?? '').get('token') ?? '' };
    expect((await call(app, 'GET /auth/check-email-confirmation', { headers })).body).toEqual({
      confirmed: false,
    });
    const login = { email: who.email, password: TEST_PASSWORD };
    expect((await call(app, 'POST /auth/login', { body: login })).status).toBe(401);
  });

  once.test('a sign-up that was not confirmed in time counts for nothing', async () => {
    const admin = await signUpAdmin(app);
    const who = newPerson();
    const login = { email: who.email, password: TEST_PASSWORD };
    await call(app, 'POST /auth/register', { body: { name: 'Ada', ...login } });
    await setRegistration(app, 'closed');
    await app.db
      .updateTable('registrations')
      .set({ expires_at: Date.now() })
      .where('email', '=', who.email)
      .execute();
    expect(await come(who)).toMatchObject({ status: 403, body: { code: 'REGISTRATION_CLOSED' } });
    expect((await call(app, 'POST /auth/login', { body: login })).status).toBe(401);
    await setRegistration(app, 'open');
    const made = await as(app, admin)('POST /admin/users', { name: 'Ada', email: who.email });
    expect(made.status).toBe(201);
  });

  once.test('lets in whom the rule of registration does', async () => {
    const admin = await signUpAdmin(app);
    const who = newPerson();
    await setRegistration(app, 'closed');
    expect(await come(who)).toMatchObject({ status: 403, body: { code: 'REGISTRATION_CLOSED' } });
    await setRegistration(app, 'invited');
    expect(await come(who)).toMatchObject({ status: 403, body: { code: 'REGISTRATION_INVITED' } });
    const invite = async (body: object) =>
      (await as(app, admin)('POST /admin/invitations', body)).body;
    const own = await invite({ email: who.email });
    expect((await come(who)).status).toBe(200);
    const forAnyone = fragmentOf((await invite({})).url).get('invitation');
    expect((await come(newPerson(), `?invitation=${forAnyone}`)).status).toBe(200);
    expect(await come(newPerson(), `?invitation=${forAnyone}`)).toMatchObject({
      body: { code: 'INVITATION_OVER' },
    });
    const { invitations } = (await as(app, admin)('GET /admin/invitations?state=used')).body;
    expect(invitations).toHaveLength(2);
    expect(invitations.find(({ id }: { id: string }) => id === own.id).usedBy.email).toBe(
      who.email,
    );
    await setRegistration(app, 'open');
  });

  once.test('a disabled account stays out', async () => {
    const who = newPerson();
    const { user } = (await come(who)).body;
    const admin = await signUpAdmin(app);
    await as(app, admin)(`PATCH /admin/users/${user.id}`, { disabled: true });
    expect(await come(who)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DISABLED' } });
  });

  test('a code works once, of many at once', async () => {
    await provider.become(newPerson());
    const browser = new Browser();
    const { told } = await comeBack(app, browser, await leave(app, browser));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchange(app, browser, told)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      code: 'OIDC_CODE_INVALID',
    });
  });

  once.test('who has no password shows by a young session that it is them', async () => {
    const { session } = (await come(newPerson())).body;
    const mine = as(app, { headers: bearer(session) });
    const wish = { name: 'script', scopes: ['clips:read'], expiresInDays: 1 };
    expect((await mine('POST /account/tokens', wish)).status).toBe(201);
    await app.db.updateTable('sessions').set({ created_at: 1 }).execute();
    for (const refused of [
      await mine('POST /account/tokens', wish),
      await mine('POST /account/password', { new_password: TEST_PASSWORD }),
      await mine('DELETE /account', {}),
    ])
      expect(refused).toMatchObject({
        status: 403,
        body: { code: 'SIGN_IN_AGAIN', error: 'Sign in again, then repeat this.' },
      });
    await app.db.updateTable('sessions').set({ created_at: Date.now() }).execute();
    expect((await mine('POST /account/password', { new_password: TEST_PASSWORD })).status).toBe(
      200,
    );
    expect((await mine('GET /account')).body.hasPassword).toBe(true);
    expect((await mine('DELETE /account', {})).status).toBe(403);
    expect((await mine('DELETE /account', { password: TEST_PASSWORD })).status).toBe(200);
  });
});

describe('on the way', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ ...provider.settings, LOG_LEVEL: 'fatal' });
    await provider.become(newPerson());
  });
  afterAll(() => app.stop());

  test('PKCE, state, nonce and a cookie of ten minutes on the path of the calls', async () => {
    const response = await fetch(`${app.url}/api/auth/oidc`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'clipline',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: 'http://clipline.test/api/auth/oidc/callback',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^sign-on=[\w-]{43}; Path=\/api\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  test('a way back without its cookie, again or of another sign-in gives no code', async () => {
    const [mine, other] = [new Browser(), new Browser()];
    const back = await leave(app, mine);
    await leave(app, other);
    const failed = (told: URLSearchParams) => [...told];
    const otherState = back.replace(/state=[^&]+/, 'state=another');
    for (const [browser, way] of [
      [new Browser(), back],
      [other, back],
      [mine, otherState],
      [mine, back.replace(/state=[^&]+/, '')],
    ] as const)
      expect(failed((await comeBack(app, browser, way)).told)).toEqual([
        ['oidc_error', 'OIDC_FAILED'],
      ]);
    expect((await comeBack(app, mine, back)).told.get('oidc')).toMatch(/^[\w-]{43}$/);
    expect(failed((await comeBack(app, mine, back)).told)).toEqual([['oidc_error', 'OIDC_FAILED']]);
  });

  test('a code is good in the browser that came back alone, and stays so', async () => {
    const [mine, other] = [new Browser(), new Browser()];
    await comeBack(app, other, await leave(app, other));
    const { told } = await comeBack(app, mine, await leave(app, mine));
    for (const browser of [other, new Browser()])
      expect(await exchange(app, browser, told)).toMatchObject({
        status: 400,
        body: { code: 'OIDC_CODE_INVALID' },
      });
    expect((await exchange(app, mine, told)).status).toBe(200);
  });

  test('tabs that began one after the other all get in, the newest five', async () => {
    const browser = new Browser();
    const ways: string[] = [];
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let tab = 0; tab < 6; tab++) {
      vi.setSystemTime(Date.now() + 1);
      ways.push(await leave(app, browser));
    }
    vi.useRealTimers();
    const [oldest = '', ...newest] = ways;
    const tabs = [];
    for (const way of newest) tabs.push((await comeBack(app, browser, way)).told);
    for (const told of tabs.toReversed())
      expect((await exchange(app, browser, told)).status).toBe(200);
    expect([...(await comeBack(app, browser, oldest)).told]).toEqual([
      ['oidc_error', 'OIDC_FAILED'],
    ]);
  });

  test('nobody who asks for the HEAD of the way back uses it up', async () => {
    const browser = new Browser();
    const back = await leave(app, browser);
    const way = back.replace('http://clipline.test', app.url);
    const { status } = await fetch(way, { method: 'HEAD', headers: browser.headersFor(app.url) });
    expect(status).toBe(404);
    expect((await comeBack(app, browser, back)).told.has('oidc')).toBe(true);
  });

  test('a code outlives a sign-in that the store did not take', async () => {
    const browser = new Browser();
    const { told } = await comeBack(app, browser, await leave(app, browser));
    await sql`create trigger full before insert on sessions
      begin select raise(abort, 'the disk is full'); end`.execute(app.db);
    expect((await exchange(app, browser, told)).status).toBe(500);
    await sql`drop trigger full`.execute(app.db);
    expect((await exchange(app, browser, told)).status).toBe(200);
  });

  test('what failed is one line of the log', async () => {
    const warn = vi.spyOn(app.server.log, 'warn');
    const browser = new Browser();
    const back = await leave(app, browser);
    await comeBack(app, browser, back.replace(/code=[^&]+/, 'code=made-up'));
    expect(warn.mock.calls).toEqual([
      [
        expect.objectContaining({
          code: 'OIDC_FAILED',
          came: expect.stringMatching(/^invalid_grant/),
        }),
        'Single sign-on failed',
      ],
    ]);
    warn.mockRestore();
  });

  test('a code of the provider that was altered is refused', async () => {
    const browser = new Browser();
    const back = await leave(app, browser);
    const { told } = await comeBack(app, browser, back.replace(/code=[^&]+/, 'code=made-up'));
    expect(told.get('oidc_error')).toBe('OIDC_FAILED');
  });

  test('whom the provider turns away is told so, never in its words', async () => {
    await provider.become({ sub: 'mallory', denies: true });
    const browser = new Browser();
    const { told } = await comeBack(app, browser, await leave(app, browser));
    expect([...told]).toEqual([['oidc_error', 'OIDC_DENIED']]);
    await provider.become(newPerson());
  });

  test.each([
    ['/rooms/abc?join=x y', '/rooms/abc?join=x y'],
    ['//evil.example', null],
    [String.raw`/\evil.example`, null],
    ['https://evil.example', null],
    ['/a\nb', null],
    [`/${'a'.repeat(1999)}`, `/${'a'.repeat(1999)}`],
    [`/${'a'.repeat(2000)}`, null],
  ])('next %j comes back as %j', async (next, expected) => {
    const browser = new Browser();
    const back = await leave(app, browser, `?next=${encodeURIComponent(next)}`);
    expect((await comeBack(app, browser, back)).told.get('next')).toBe(expected);
  });

  test('an invitation that is none for its length is refused', async () => {
    const { status } = await call(app, `GET /auth/oidc?invitation=${'a'.repeat(1025)}`);
    expect(status).toBe(400);
  });

  test('old codes are none', async () => {
    const browser = new Browser();
    const { told } = await comeBack(app, browser, await leave(app, browser));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    const { status } = await exchange(app, browser, told);
    vi.useRealTimers();
    expect(status).toBe(400);
  });
});

describe('a provider that is away', () => {
  test('leaves the server be, and is told in a sentence', async () => {
    const settings = { ...provider.settings, OIDC_ISSUER: 'http://127.0.0.1:9' };
    const app = await buildTestApp(settings);
    expect((await call(app, 'GET /features')).body.oidc).toEqual({ name: 'Home' });
    const response = await fetch(`${app.url}/api/auth/oidc`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/auth#oidc_error=OIDC_UNAVAILABLE',
    ]);
    await app.stop();
  });

  test('is not waited for without end', async () => {
    const silent = createServer(() => {});
    const port = await listen(silent);
    const app = await buildTestApp({
      ...provider.settings,
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
    });
    const begun = { state: 'state', nonce: 'nonce', verifier: 'verifier' };
    const failure = await providerOf(app.config, 0.1)
      ?.begin(begun)
      .catch((error: unknown) => failureOf(error, []));
    expect(failure).toMatchObject({ code: 'OIDC_UNAVAILABLE' });
    await app.stop();
    silent.close();
    silent.closeAllConnections();
  });
});

describe('without passwords', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ ...provider.settings, PASSWORDS: 'off' });
  });
  afterAll(() => app.stop());

  test('nothing of passwords is answered, the set-up link works', async () => {
    const email = 'ada@example.com';
    const off = { code: 'PASSWORDS_OFF' };
    const setup = await openSetup(app);
    const made = await call(app, 'POST /auth/setup', {
      body: {
        token: setup?.split('=')[1],
        name: 'Ada',
        email,
        password: TEST_PASSWORD,
      },
    });
    expect(made).toMatchObject({ status: 200, body: { user: { isAdmin: true } } });
    for (const [what, body] of [
      ['POST /auth/login', { email, password: TEST_PASSWORD }],
      ['POST /auth/register', { name: 'Ada', email, password: TEST_PASSWORD }],
      ['POST /auth/forgot-password', { email }],
      ['POST /auth/reset-password', { token: 'x', new_password: TEST_PASSWORD }],
    ] as const)
      expect(await call(app, what, { body })).toMatchObject({ status: 403, body: off });
    const mine = as(app, { headers: bearer(made.body.session) });
    const change = { password: TEST_PASSWORD, new_password: 'another password' };
    expect(await mine('POST /account/password', change)).toMatchObject({ status: 403, body: off });
    const { user } = await signUp(app);
    for (const refused of [
      await mine('POST /admin/users', { name: 'Grace', email: 'grace@example.com' }),
      await mine(`POST /admin/users/${user.id}/reset`),
    ])
      expect(refused).toMatchObject({ status: 409, body: off });
    const promote = { isAdmin: true, password: TEST_PASSWORD };
    expect((await mine(`PATCH /admin/users/${user.id}`, promote)).status).toBe(200);
    expect((await call(app, 'GET /features')).body).toMatchObject({ passwords: false });
    expect(await (await fetch(app.url)).text()).toMatch(
      /<html data-passwords="off" data-oidc="Home" /,
    );
  });
});
