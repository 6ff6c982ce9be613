import type { Endpoint } from '@clipline/contract/schemas/endpoint.ts';
import { endpoints } from '@clipline/contract/schemas/endpoints.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Answer, call } from '../../testing/call.ts';
import { bearer, type Person, signIn, signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { as, dismissAdmins, setRegistration, signUpAdmin } from '../../testing/owner.ts';
import {
  addAuthenticator,
  addPasskey,
  codeOf,
  HOME,
  logIn,
  turnOn,
} from '../../testing/security.ts';
import { closeSockets, connectSocket } from '../../testing/sockets.ts';
import { openSetup } from '../owner/setup.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { base32, codeAt, stepAt } from './totp.ts';

const told = ({ status, body }: Answer) => [status, body?.code];
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const AT_ONCE = 20;

// RFC 6238, appendix B, the last six of its eight digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code is %s', (seconds, code) => {
  const secret = Buffer.from('12345678901234567890');
  expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code);
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

onEachDatabase((environment, once) => {
  let app: TestApp;
  let minutes = 0;
  beforeAll(async () => {
    app = await buildTestApp({ ...environment, PUBLIC_URL: HOME, TRUST_PROXY: '127.0.0.0/8' });
  });
  afterEach(() => {
    vi.useRealTimers();
    closeSockets();
  });
  afterAll(() => app.stop());

  /** Each code of the app is good once: the next one is of another time. */
  const later = (ms = MINUTE_MS) => {
    if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    vi.setSystemTime(Date.now() + ms);
  };
  const from = (address = `198.51.100.${(minutes += 1) % 250}`) => ({ 'x-forwarded-for': address });
  const step = (body: object, headers: Record<string, string> = {}) =>
    call(app, 'POST /auth/step', { body, headers });
  const stepOf = async (person: Person) => (await logIn(app, person)).step;

  async function withTwoSteps(given: { email?: string } = {}) {
    const person = await signUp(app, given);
    const secret = await addAuthenticator(app, person);
    const codes = await turnOn(app, person);
    later();
    return { person, secret, codes };
  }

  test('of twenty with one code, one recovery code or one token one gets in', async () => {
    const { person, secret, codes } = await withTwoSteps();
    const all = (bodies: object[]) =>
      Promise.all(bodies.map((body, index) => step(body, from(`203.0.113.${index}`))));
    const tokens = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => (await stepOf(person)).token),
    );
    const code = codeOf(secret);
    const byCode = await all(tokens.map((token) => ({ token, code })));
    expect(statuses(byCode).filter((status) => status === 200)).toHaveLength(1);
    expect(byCode.filter((each) => each.body.code === 'WRONG_CODE')).toHaveLength(AT_ONCE - 1);
    const left = tokens.filter((_, index) => byCode[index]?.status !== 200);
    const byRecovery = await all(left.map((token) => ({ token, code: codes[0] })));
    expect(statuses(byRecovery).filter((status) => status === 200)).toHaveLength(1);
    const { token } = await stepOf(person);
    const byToken = await all(codes.slice(1).map((each) => ({ token, code: each })));
    expect(statuses(byToken).filter((status) => status === 200)).toHaveLength(1);
    expect(byToken.filter((each) => each.body.code === 'STEP_OVER')).toHaveLength(8);
    const { body } = await as(app, {
      headers: bearer(byToken.find((each) => each.status === 200)!.body.session),
    })('GET /account/security');
    // What did not get in has used nothing up.
    expect(body.recoveryCodes).toEqual({ left: 8 });
  });

  once.test('after the password a session asks for the step, and knows how it came', async () => {
    const { person, secret } = await withTwoSteps();
    const reply = await logIn(app, person);
    expect(Object.keys(reply)).toEqual(['step']);
    expect(reply.step.methods).toEqual(['authenticator', 'recovery']);
    expect(reply.step.token).toMatch(/^[\w-]{22}$/);
    const { token } = reply.step;
    for (const body of [{ token }, { token, code: '1', response: {} }, { token, codes: 1 }])
      expect(told(await step(body))).toEqual([400, 'INVALID_REQUEST']);
    expect(told(await step({ token, code: '000000' }))).toEqual([403, 'WRONG_CODE']);
    expect(told(await step({ token: 'wrong', code: codeOf(secret) }))).toEqual([403, 'STEP_OVER']);
    const { status, body } = await step({
      token,
      code: ` ${codeOf(secret).replace(/^.../, '$& ')} `,
    });
    expect(status).toBe(200);
    const session = { headers: bearer(body.session) };
    const [current] = (await as(app, session)('GET /account/sessions')).body;
    expect(current.by).toBe('password');
    const known = (await as(app, session)('GET /account/security')).body;
    expect(known).toMatchObject({ confirmed: { by: 'step' }, twoStep: { on: true } });
    expect(told(await step({ token, code: codeOf(secret) }))).toEqual([403, 'STEP_OVER']);
  });

  once.test('recovery codes are read as people type them, and mailed about', async () => {
    const { person, codes } = await withTwoSteps();
    expect(codes).toHaveLength(10);
    expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const { token } = await stepOf(person);
    const typed = codes[0]!
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
      .replace('-', '  ');
    expect((await step({ token, code: typed })).status).toBe(200);
    const mail = (await mailsTo(app, person.user.email)).at(-1);
    expect(mail?.subject).toBe('A recovery code was used');
    expect(mail?.text).toContain('9 are left.');
    const again = await step({ token: (await stepOf(person)).token, code: typed });
    expect(told(again)).toEqual([403, 'WRONG_CODE']);
  });

  once.test('a passkey is a step where it works', async () => {
    const { person } = await withTwoSteps();
    const ask = as(app, person);
    await ask('POST /account/confirm', { password: TEST_PASSWORD });
    expect((await addPasskey(app, person)).answer).toMatchObject({
      status: 403,
      body: { code: 'CONFIRM_FIRST', values: { by: 'step' } },
    });
    const other = await signUp(app);
    const { key: foreign } = await addPasskey(app, other);
    const { token, methods } = await stepOf(person);
    expect(methods).toEqual(['authenticator', 'recovery']);
    const options = async (of: string) =>
      (await call(app, 'POST /auth/passkey/options', { body: { token: of } })).body;
    const refused = await step({ token, response: foreign.get(await options(token)) });
    expect(told(refused)).toEqual([403, 'PASSKEY_UNKNOWN']);
    const steps = await addedBy(person);
    const { token: next, methods: now } = await stepOf(person);
    expect(now).toEqual(['passkey', 'authenticator', 'recovery']);
    const asked = await options(next);
    expect(asked).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: steps.id }],
    });
    expect(told(await step({ token, response: steps.get(asked) }))).toEqual([403, 'STEP_OVER']);
    const unverified = steps.get(await options(next), { isVerified: false });
    expect((await step({ token: next, response: unverified })).status).toBe(200);
  });

  const secrets = new Map<string, string>();
  async function addedBy(person: Person) {
    const { body } = await as(app, person)('GET /account/security');
    expect(body.twoStep.on).toBe(true);
    await app.db
      .updateTable('sessions')
      .set({ step_until: Date.now() + MINUTE_MS })
      .where('user_id', '=', person.user.id)
      .execute();
    const { key, answer } = await addPasskey(app, person);
    expect(answer.status).toBe(201);
    secrets.set(person.user.id, key.id);
    return key;
  }

  once.test(
    'guessing stops for its network, with RATE_LIMITS=off, and the owner is told',
    async () => {
      const { person, secret, codes } = await withTwoSteps();
      const { token } = await stepOf(person);
      const guesser = from();
      const guess = (code: string) => step({ token, code }, guesser);
      // Sent twice by one press: one.
      await Promise.all([guess('111111'), guess('111111')]);
      for (const code of ['222222', '333333', '444444', '555555'])
        expect(told(await guess(code))).toEqual([403, 'WRONG_CODE']);
      expect((await guess(codeOf(secret))).status).toBe(429);
      const mail = (await mailsTo(app, person.user.email)).at(-1);
      expect(mail?.subject).toBe('Somebody has your password. Change it.');
      expect(mail?.text.startsWith(mail.subject)).toBe(true);
      for (let count = 0; count < AT_ONCE; count++)
        expect(told(await guess(`AAAAA-AAA${String(count).padStart(2, '0')}`))).toEqual([
          403,
          'WRONG_CODE',
        ]);
      expect((await guess(codes[0]!)).status).toBe(429);
      const warned = (await mailsTo(app, person.user.email)).filter(({ subject }) =>
        subject.startsWith('Somebody'),
      );
      expect(warned).toHaveLength(1);
      expect((await step({ token, code: codeOf(secret) }, from())).status).toBe(200);
    },
  );

  once.test(
    'a step ends with its ten minutes, the password, the account and the reset',
    async () => {
      const { person, secret } = await withTwoSteps();
      const over = async (token: string) =>
        expect(told(await step({ token, code: codeOf(secret) }, from()))).toEqual([
          403,
          'STEP_OVER',
        ]);
      const { token } = await stepOf(person);
      const admin = as(app, await signUpAdmin(app));
      for (const disabled of [true, false]) {
        await admin(`PATCH /admin/users/${person.user.id}`, { disabled });
        await over(token);
      }
      await dismissAdmins(app);
      const { token: late } = await stepOf(person);
      later(10 * MINUTE_MS);
      await over(late);
      await call(app, 'POST /auth/forgot-password', { body: { email: person.user.email } });
      const link = (await mailsTo(app, person.user.email)).at(-1)!.link;
      const body = { token: fragmentOf(link).get('access_token'), new_password: TEST_PASSWORD };
      const { token: before } = await stepOf(person);
      expect((await call(app, 'POST /auth/reset-password', { body })).status).toBe(200);
      await over(before);
      // A mail alone gets nobody past it.
      expect(Object.keys(await logIn(app, person))).toEqual(['step']);
    },
  );

  once.test('methods and the switch: what is refused before it asks, and what asks', async () => {
    const person = await signUp(app);
    const ask = as(app, person);
    expect(told(await ask('POST /account/two-step'))).toEqual([409, 'NO_METHOD']);
    expect(told(await ask('POST /account/recovery-codes'))).toEqual([409, 'TWO_STEP_OFF']);
    expect(told(await ask('DELETE /account/authenticator'))).toEqual([404, 'NOT_FOUND']);
    expect(told(await ask('PUT /account/authenticator', { code: '123456' }))).toEqual([
      404,
      'AUTHENTICATOR_NOT_WAITING',
    ]);
    const { body } = await ask('POST /account/authenticator');
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const issuer = encodeURIComponent('Clipline (clipline.test)');
    expect(body.uri).toBe(
      `otpauth://totp/${issuer}:${encodeURIComponent(person.user.email)}?secret=${body.secret}&issuer=${issuer}`,
    );
    expect(told(await ask('PUT /account/authenticator', { code: '000000' }))).toEqual([
      403,
      'WRONG_CODE',
    ]);
    later(-30_000);
    const early = codeOf(body.secret);
    later(30_000);
    expect((await ask('PUT /account/authenticator', { code: early })).status).toBe(204);
    expect(told(await ask('POST /account/two-step'))).toEqual([403, 'CONFIRM_FIRST']);
    expect(told(await ask('POST /account/confirm', { password: 'wrong' }))).toEqual([
      403,
      'WRONG_PASSWORD',
    ]);
    const codes = await turnOn(app, person);
    expect(codes).toHaveLength(10);
    expect(told(await ask('POST /account/two-step'))).toEqual([409, 'TWO_STEP_ON']);
    expect(told(await ask('DELETE /account/authenticator'))).toEqual([409, 'LAST_METHOD']);
    const refused = await ask('DELETE /account/two-step');
    expect(refused.body).toMatchObject({ code: 'CONFIRM_FIRST', values: { by: 'step' } });
    expect(told(await ask('POST /account/confirm', { code: early }))).toEqual([403, 'WRONG_CODE']);
    later(30_000);
    expect((await ask('POST /account/confirm', { code: codeOf(body.secret) })).body.by).toBe(
      'step',
    );
    const { body: renewed } = await ask('POST /account/recovery-codes');
    expect(new Set([...codes, ...renewed.recoveryCodes]).size).toBe(20);
    expect(told(await ask('POST /account/confirm', { code: codes[0] }))).toEqual([
      403,
      'WRONG_CODE',
    ]);
    expect((await ask('DELETE /account/two-step')).status).toBe(204);
    expect((await ask('GET /account/security')).body).toMatchObject({
      twoStep: { on: false },
      recoveryCodes: null,
      authenticator: {},
    });
    expect(Object.keys(await logIn(app, person))).toEqual(['user', 'session']);
    const subjects = (await mailsTo(app, person.user.email)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'An authenticator app was added',
      'Two-step sign-in is off',
      'Two-step sign-in is on',
      'You have new recovery codes',
    ]);
  });

  once.test("acts take a confirmation, or today's password in their body", async () => {
    const person = await signUp(app);
    const ask = as(app, person);
    const make = (more: object) =>
      ask('POST /account/tokens', { name: 'x', scopes: ['export'], expiresInDays: 1, ...more });
    expect(await make({})).toMatchObject({
      body: { code: 'CONFIRM_FIRST', values: { by: 'any' } },
    });
    expect((await make({ password: TEST_PASSWORD })).status).toBe(201);
    expect((await ask('POST /account/confirm', { password: TEST_PASSWORD })).body.by).toBe(
      'password',
    );
    expect((await make({})).status).toBe(201);
    expect(told(await make({ password: 'wrong' }))).toEqual([403, 'WRONG_PASSWORD']);
    const other = as(app, { headers: bearer(await signIn(app, person.user.id)) });
    expect((await other('GET /account/security')).body.confirmed.by).toBe('sign-in');
    expect(told(await other('DELETE /account', {}))).toEqual([403, 'CONFIRM_FIRST']);
    later(10 * MINUTE_MS);
    expect((await ask('GET /account/security')).body.confirmed).toBeNull();
    expect(told(await make({}))).toEqual([403, 'CONFIRM_FIRST']);
    expect((await ask('POST /account/export-link')).status).toBe(200);
  });

  once.test('with it on, letting out asks for a sign-in that is young', async () => {
    const { person } = await withTwoSteps();
    const ask = as(app, person);
    const { body: handover } = await ask('POST /auth/handover');
    const token = new URL(handover.url).hash.slice(1);
    await call(app, 'POST /auth/handover/claim', { body: { token } });
    const { body: program } = await call(app, 'POST /auth/device', {
      body: { name: 'cli', scopes: ['links'] },
    });
    await app.db
      .updateTable('sessions')
      .set({ created_at: 0, password_until: null })
      .where('user_id', '=', person.user.id)
      .execute();
    const decide = (allow: boolean) =>
      ask(`POST /auth/handover/${handover.id}/decision`, { allow });
    for (const answer of [
      await decide(true),
      await ask('POST /auth/device/decision', { user_code: program.user_code, allow: true }),
      await ask('POST /account/export-link'),
    ])
      expect(answer.body).toMatchObject({ code: 'CONFIRM_FIRST', values: { by: 'any' } });
    await ask('POST /account/confirm', { password: TEST_PASSWORD });
    expect((await decide(true)).status).toBe(204);
  });

  once.test('the setup link makes nobody an admin before the step', async () => {
    const { person, secret } = await withTwoSteps();
    await dismissAdmins(app);
    const link = (await openSetup(app)) ?? '';
    const body = {
      token: link.split('token=')[1],
      name: 'Ada',
      email: person.user.email,
      password: TEST_PASSWORD,
    };
    const { body: asked } = await call(app, 'POST /auth/setup', { body });
    expect(Object.keys(asked)).toEqual(['step']);
    expect((await call(app, 'GET /features')).body.hasAdmin).toBe(false);
    const entered = await step({ token: asked.step.token, code: codeOf(secret) }, from());
    expect(entered.body.user.isAdmin).toBe(true);
    expect(told(await call(app, 'POST /auth/setup', { body }))).toEqual([403, 'SETUP_OVER']);
    await dismissAdmins(app);
  });

  once.test(
    'required: with days of grace, then nothing but setting it up and leaving',
    async () => {
      const admin = await signUpAdmin(app);
      const person = await signUp(app);
      const ask = as(app, person);
      const set = (body: object) => as(app, admin)('PATCH /admin/server', body);
      for (const body of [{}, { graceDays: 3 }, { secondStep: 'required', graceDays: 31 }])
        expect(told(await set(body))).toEqual([400, 'INVALID_REQUEST']);
      expect(told(await set({ secondStep: 'required' }))).toEqual([403, 'CONFIRM_FIRST']);
      await as(app, admin)('POST /account/confirm', { password: TEST_PASSWORD });
      const before = await set({ secondStep: 'required' });
      const asked = Date.parse(before.body.secondStepFrom);
      expect(Math.round((asked - Date.now()) / DAY_MS)).toBe(7);
      expect((await ask('GET /account/security')).body.twoStep.requiredFrom).toBe(
        before.body.secondStepFrom,
      );
      expect((await ask('GET /clipboard/history')).status).toBe(200);
      const socket = await connectSocket(app.url, { token: person.session.access_token });
      const closed = new Promise((resolve) => socket.once('disconnect', resolve));
      expect((await set({ secondStep: 'required', graceDays: 0 })).status).toBe(200);
      await closed;
      await expect(connectSocket(app.url, { token: person.session.access_token })).rejects.toThrow(
        'SECOND_STEP_REQUIRED',
      );
      for (const { method, path, access, withoutSecondStep } of Object.values<Endpoint>(
        endpoints,
      )) {
        // What signs in looks at no session.
        if (path.startsWith('/auth/') && access === 'anyone' && method === 'POST') continue;
        const code = access === 'admin' ? 'NOT_FOUND' : 'SECOND_STEP_REQUIRED';
        const what = `${method} /${path.slice(1).replaceAll(/[{}]/g, '')}` as const;
        if (!withoutSecondStep) expect([what, (await ask(what)).body?.code]).toEqual([what, code]);
        else if (method === 'GET') expect([what, (await ask(what)).status]).toEqual([what, 200]);
      }
      const mine = await as(app, admin)('GET /admin/users');
      expect(told(mine)).toEqual([403, 'SECOND_STEP_REQUIRED']);
      await addAuthenticator(app, admin);
      await turnOn(app, admin);
      expect((await as(app, admin)('GET /admin/server')).body.secondStep).toBe('required');
      const log = (await as(app, admin)('GET /admin/log')).body;
      expect(log).toContainEqual(
        expect.objectContaining({ action: 'server.second-step', target: 'required' }),
      );
      expect((await ask('POST /auth/logout')).status).toBe(200);
      await app.db.deleteFrom('settings').where('name', '=', 'second step from').execute();
      await setRegistration(app, 'open');
    },
  );

  once.test('lost: an admin takes it all away, and the person is told', async () => {
    const admin = await signUpAdmin(app);
    const { person, codes } = await withTwoSteps();
    const ask = as(app, admin);
    const reset = (id: string) => ask(`POST /admin/users/${id}/reset-second-step`);
    expect(told(await reset(admin.user.id))).toEqual([409, 'NOT_YOURSELF']);
    expect(told(await reset('nobody'))).toEqual([404, 'USER_NOT_FOUND']);
    expect(told(await reset(person.user.id))).toEqual([403, 'CONFIRM_FIRST']);
    await ask('POST /account/confirm', { password: TEST_PASSWORD });
    const list = async () =>
      (await ask(`GET /admin/users?search=${person.user.email}`)).body.users[0].twoStep;
    expect(await list()).toBe(true);
    const { token } = await stepOf(person);
    expect((await reset(person.user.id)).status).toBe(200);
    expect(await list()).toBe(false);
    expect((await as(app, person)('GET /account')).status).toBe(401);
    expect(told(await step({ token, code: codes[0] }, from()))).toEqual([403, 'STEP_OVER']);
    expect(Object.keys(await logIn(app, person))).toEqual(['user', 'session']);
    expect((await mailsTo(app, person.user.email)).at(-1)?.subject).toBe(
      'Your second step was reset',
    );
    expect((await reset(person.user.id)).status).toBe(200);
    const log = (await ask('GET /admin/log')).body.filter(
      ({ action }: { action: string }) => action === 'user.reset-second-step',
    );
    expect(log).toHaveLength(1);
  });
});
