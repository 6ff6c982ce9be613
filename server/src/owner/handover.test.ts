import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, type Person, signIn, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { as } from '../../testing/owner.ts';
import { closeSockets, connectSocket, record } from '../../testing/sockets.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Mobile Safari/537.36';

onEachDatabase((environment, once) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  afterEach(() => {
    vi.useRealTimers();
    closeSockets();
  });
  afterAll(() => app.stop());

  const open = async (headers: Person['headers']) => {
    const { status, body } = await as(app, { headers })('POST /auth/handover');
    expect(status).toBe(201);
    expect(body.url).toMatch(/^http:\/\/clipline\.test\/handover#[\w-]{22}$/);
    return { id: body.id as string, token: new URL(body.url).hash.slice(1) };
  };
  const headers = { 'user-agent': PHONE };
  const claim = (token: string) =>
    call(app, 'POST /auth/handover/claim', { body: { token }, headers });
  const take = (secret: string) =>
    call(app, 'POST /auth/handover/session', { body: { claim: secret }, headers });
  const peek = (token: string) =>
    call(app, 'GET /auth/handover', { headers: { 'x-handover-token': token } });

  test('the laptop decides, and the phone has a session of its own once', async () => {
    const laptop = await signUp(app, { email: 'mona@example.com' });
    const [mine, other] = [
      await connectSocket(app.url, { token: laptop.session.access_token }),
      await connectSocket(app.url, {
        token: (await signIn(app, laptop.user.id)).access_token,
      }),
    ];
    const [heard, heardByOther] = [record(mine), record(other)];
    const { id, token } = await open(laptop.headers);
    const ask = as(app, laptop);
    expect((await ask(`GET /auth/handover/${id}`)).body).toMatchObject({
      state: 'open',
      device: null,
      code: null,
    });
    expect((await ask(`POST /auth/handover/${id}/decision`, { allow: true })).status).toBe(409);
    expect((await peek(token)).body).toMatchObject({ as: 'm•••@example.com' });
    const { body: claimed } = await claim(token);
    expect(claimed.code).toMatch(/^\d\d$/);
    await expect
      .poll(() => heard)
      .toEqual([['handover:claimed', { id, device: 'Chrome on Android', code: claimed.code }]]);
    expect((await peek(token)).status).toBe(404);
    expect((await take(claimed.claim)).body).toMatchObject({ code: 'AUTHORIZATION_PENDING' });
    expect((await ask(`POST /auth/handover/${id}/decision`, { allow: true })).status).toBe(204);
    expect(await ask(`POST /auth/handover/${id}/decision`, { allow: false })).toMatchObject({
      status: 409,
      body: { code: 'HANDOVER_NOT_WAITING' },
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => take(claimed.claim)));
    const signedIn = answers.filter(({ status }) => status === 200);
    expect(signedIn).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 400, body: { code: 'EXPIRED_TOKEN' } });
    expect(signedIn[0]?.body.user.id).toBe(laptop.user.id);
    await ask('POST /auth/logout');
    const phone = bearer(signedIn[0]?.body.session);
    expect((await call(app, 'GET /account', { headers: phone })).status).toBe(200);
    expect((await mailsTo(app, 'mona@example.com')).map(({ subject }) => subject)).toEqual([
      'A device was signed in',
    ]);
    expect(heardByOther).toEqual([]);
  });

  test('the first claim counts, and a refusal is told', async () => {
    const laptop = await signUp(app);
    const { id, token } = await open(laptop.headers);
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(token)));
    const claims = answers.filter(({ status }) => status === 200);
    expect(claims).toHaveLength(1);
    expect(answers.find(({ status }) => status === 404)?.body).toMatchObject({
      code: 'HANDOVER_NOT_FOUND',
    });
    await as(app, laptop)(`POST /auth/handover/${id}/decision`, { allow: false });
    const secret = claims[0]?.body.claim;
    for (let times = 0; times < 2; times++)
      expect(await take(secret)).toMatchObject({ status: 400, body: { code: 'ACCESS_DENIED' } });
  });

  once.test('a session that was let in is never young', async () => {
    const laptop = await signUp(app);
    await app.db
      .updateTable('users')
      .set({ has_password: 0 })
      .where('id', '=', laptop.user.id)
      .execute();
    const { id, token } = await open(laptop.headers);
    const { body: claimed } = await claim(token);
    await as(app, laptop)(`POST /auth/handover/${id}/decision`, { allow: true });
    const { body: phone } = await take(claimed.claim);
    const letIn = as(app, { headers: bearer(phone.session) });
    const made = { name: 'Sync', scopes: ['clips:read'], expiresInDays: 30 };
    for (const [what, body] of [
      ['POST /account/tokens', made],
      ['POST /account/password', { new_password: 'the first one' }],
      ['DELETE /account', {}],
    ] as const)
      expect(await letIn(what, body)).toMatchObject({
        status: 403,
        body: { code: 'SIGN_IN_AGAIN' },
      });
    expect((await as(app, laptop)('POST /account/tokens', made)).status).toBe(201);
  });

  once.test('another session of the person may neither see nor decide', async () => {
    const laptop = await signUp(app);
    const { id, token } = await open(laptop.headers);
    await claim(token);
    const other = as(app, { headers: bearer(await signIn(app, laptop.user.id)) });
    expect((await other(`GET /auth/handover/${id}`)).status).toBe(404);
    expect((await other(`POST /auth/handover/${id}/decision`, { allow: true })).status).toBe(404);
  });

  once.test('five are open at a time, and all are over after two minutes', async () => {
    const laptop = await signUp(app);
    const opened = [];
    for (let count = 0; count < 5; count++) opened.push(await open(laptop.headers));
    const sixth = () => as(app, laptop)('POST /auth/handover');
    expect(await sixth()).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_HANDOVERS', values: { max: 5 } },
    });
    const [{ id, token }] = opened as [{ id: string; token: string }];
    const { body: claimed } = await claim(token);
    await as(app, laptop)(`POST /auth/handover/${id}/decision`, { allow: true });
    expect((await sixth()).status).toBe(201);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_001 });
    expect((await take(claimed.claim)).body.code).toBe('EXPIRED_TOKEN');
    expect((await as(app, laptop)(`GET /auth/handover/${id}`)).status).toBe(404);
    expect((await claim(opened[1]?.token ?? '')).status).toBe(404);
    expect((await sixth()).status).toBe(201);
  });

  once.test.each([
    ['the session ends', () => 'POST /auth/logout' as const, undefined],
    [
      'the password is changed',
      () => 'POST /account/password' as const,
      { password: TEST_PASSWORD, new_password: 'another password' },
    ],
  ])('ends when %s', async (_what, call_, body) => {
    const laptop = await signUp(app);
    const { id, token } = await open(laptop.headers);
    const waiting = await open(laptop.headers);
    const { body: claimed } = await claim(token);
    await as(app, laptop)(`POST /auth/handover/${id}/decision`, { allow: true });
    expect((await as(app, laptop)(call_(), body)).status).toBe(200);
    expect((await take(claimed.claim)).body.code).toBe('EXPIRED_TOKEN');
    expect((await claim(waiting.token)).status).toBe(404);
  });
});
