import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Authenticator, type Deviation } from '../../testing/authenticator.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Answer, call } from '../../testing/call.ts';
import {
  bearer,
  makeToken,
  type Person,
  signIn,
  signUp,
  TEST_PASSWORD,
} from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mailbox.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { as } from '../../testing/owner.ts';
import { addPasskey, HOME } from '../../testing/security.ts';
import { MINUTE_MS } from '../core/time.ts';
import { updateUser } from './auth.queries.ts';

const told = ({ status, body }: Answer) => [status, body?.code];

onEachDatabase((environment, once) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ ...environment, PUBLIC_URL: HOME });
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => app.stop());

  const options = async (token?: string) =>
    (await call(app, 'POST /auth/passkey/options', { body: token ? { token } : {} })).body;
  const enter = (response: unknown) => call(app, 'POST /auth/passkey', { body: { response } });
  const security = async (person: Pick<Person, 'headers'>) =>
    (await as(app, person)('GET /account/security')).body;

  test('a passkey signs in alone, and is listed with its last use', async () => {
    const person = await signUp(app);
    const { key, answer } = await addPasskey(app, person, ' My phone ');
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: 'My phone',
        rpId: 'clipline.test',
        lastUsedAt: null,
        synced: true,
        works: true,
      },
    });
    const asked = await options();
    expect(asked).toMatchObject({
      rpId: 'clipline.test',
      allowCredentials: [],
      userVerification: 'required',
    });
    const { status, body } = await enter(key.get(asked));
    expect([status, body.user.email]).toEqual([200, person.user.email]);
    const session = { headers: bearer(body.session) };
    const [current] = (await as(app, session)('GET /account/sessions')).body;
    expect(current.by).toBe('passkey');
    const { passkeys, confirmed, twoStep } = await security(session);
    expect(passkeys[0].lastUsedAt).not.toBeNull();
    expect(confirmed.by).toBe('step');
    expect(twoStep).toEqual({ on: false, since: null, requiredFrom: null });
    const [mail] = await mailsTo(app, person.user.email);
    expect(mail?.subject).toBe('A passkey was added');
    expect(mail?.text).not.toContain('My phone');
  });

  test('of twenty with one answer one gets in', async () => {
    const { key } = await addPasskey(app, await signUp(app));
    const response = key.get(await options());
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(response)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'STEP_OVER')).toHaveLength(19);
  });

  once.test.each<[string, Deviation]>([
    ['of another origin', { origin: 'https://evil.test' }],
    ['of another origin of the host', { origin: 'http://clipline.test' }],
    ['for another host', { rpId: 'evil.test' }],
    ['without user verification', { isVerified: false }],
  ])('an answer %s gets nobody in, and none adds a passkey of elsewhere', async (_, deviation) => {
    const person = await signUp(app);
    const { key } = await addPasskey(app, person);
    expect(told(await enter(key.get(await options(), deviation)))).toEqual([
      403,
      'PASSKEY_UNKNOWN',
    ]);
    const ask = as(app, person);
    await ask('POST /account/confirm', { password: TEST_PASSWORD });
    const other = new Authenticator(HOME);
    const { body: creation } = await ask('POST /account/passkeys/options');
    const response = other.create(creation, deviation);
    const added = await ask('POST /account/passkeys', { response });
    expect(added.status).toBe(deviation.isVerified === false ? 201 : 400);
  });

  once.test(
    'altered, unknown and foreign answers are refused, and the right one then works',
    async () => {
      const person = await signUp(app);
      const { key } = await addPasskey(app, person);
      const asked = await options();
      const good = key.get(asked);
      const signature = Buffer.from('another').toString('base64url');
      const altered = { ...good, response: { ...good.response, signature } };
      const ofOther = {
        ...good.response,
        userHandle: Buffer.from('somebody').toString('base64url'),
      };
      for (const wrong of [
        altered,
        { ...good, response: ofOther },
        new Authenticator(HOME).get(asked),
      ])
        expect(told(await enter(wrong))).toEqual([403, 'PASSKEY_UNKNOWN']);
      for (const junk of [{}, { ...good, id: 'a b' }, { ...good, response: {} }])
        expect(told(await enter(junk))).toEqual([400, 'INVALID_REQUEST']);
      expect((await enter(good)).status).toBe(200);
    },
  );

  once.test(
    'a challenge is good for five minutes, and for what it was made for alone',
    async () => {
      const person = await signUp(app);
      const ask = as(app, person);
      const { key } = await addPasskey(app, person);
      const { body: confirming } = await ask('POST /account/confirm/options');
      expect(confirming).toMatchObject({ allowCredentials: [{ id: key.id }] });
      const confirm = (response: unknown) => ask('POST /account/confirm', { response });
      expect(told(await enter(key.get(confirming)))).toEqual([403, 'STEP_OVER']);
      expect(told(await confirm(key.get(await options())))).toEqual([403, 'STEP_OVER']);
      const elsewhere = { headers: bearer(await signIn(app, person.user.id)) };
      const taken = await as(app, elsewhere)('POST /account/confirm', {
        response: key.get(confirming),
      });
      expect(told(taken)).toEqual([403, 'STEP_OVER']);
      const invented = { challenge: Buffer.from('made up').toString('base64url') };
      expect(told(await enter(key.get(confirming, invented)))).toEqual([403, 'STEP_OVER']);
      expect(await confirm(key.get(confirming))).toMatchObject({
        status: 200,
        body: { by: 'step' },
      });
      expect(told(await confirm(key.get(confirming)))).toEqual([403, 'STEP_OVER']);
      const asked = await options();
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS + 1000 });
      expect(told(await enter(key.get(asked)))).toEqual([403, 'STEP_OVER']);
    },
  );

  once.test('a passkey that counts backwards was copied', async () => {
    const { key } = await addPasskey(app, await signUp(app));
    key.counter = 7;
    expect((await enter(key.get(await options()))).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect(told(await enter(key.get(await options(), { counter })))).toEqual([
        403,
        'PASSKEY_UNKNOWN',
      ]);
    expect((await enter(key.get(await options(), { counter: 8 }))).status).toBe(200);
  });

  once.test('each is there once, for one account, and twenty a person', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    const { key } = await addPasskey(app, person);
    const { body: creation } = await as(app, other)('POST /account/passkeys/options');
    expect(creation.excludeCredentials).toEqual([]);
    const again = await as(app, other)('POST /account/passkeys', {
      response: key.create(creation),
    });
    expect(told(again)).toEqual([409, 'PASSKEY_KNOWN']);
    const ask = as(app, person);
    await ask('POST /account/confirm', { password: TEST_PASSWORD });
    for (let count = 1; count < 20; count++) await addPasskey(app, person);
    expect(told(await ask('POST /account/passkeys/options'))).toEqual([409, 'TOO_MANY_PASSKEYS']);
    const { passkeys } = await security(person);
    expect(passkeys).toHaveLength(20);
    const renamed = await ask(`PATCH /account/passkeys/${passkeys[0].id}`, { name: 'Old phone' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Old phone' } });
    expect((await ask(`DELETE /account/passkeys/${passkeys[0].id}`)).status).toBe(204);
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { name: 'Gone' } : undefined;
      const gone = await ask(`${method} /account/passkeys/${passkeys[0].id}`, body);
      expect(told(gone)).toEqual([404, 'PASSKEY_NOT_FOUND']);
      const foreign = await as(app, other)(`${method} /account/passkeys/${passkeys[1].id}`, body);
      expect(told(foreign)).toEqual([404, 'PASSKEY_NOT_FOUND']);
    }
  });

  once.test('a second one is confirmed by more than a sign-in', async () => {
    const person = await signUp(app);
    await addPasskey(app, person);
    const { answer } = await addPasskey(app, person);
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'CONFIRM_FIRST', values: { by: 'any' } },
    });
    await as(app, person)('POST /account/confirm', { password: TEST_PASSWORD });
    expect((await addPasskey(app, person)).answer.status).toBe(201);
  });

  once.test('a disabled account is not known, a program reaches nothing of it', async () => {
    const person = await signUp(app);
    const { key } = await addPasskey(app, person);
    const token = await makeToken(app, person.user.id);
    expect(told(await as(app, token)('GET /account/security'))).toEqual([403, 'TOKEN_NOT_ALLOWED']);
    await updateUser(app.db, person.user.id, { disabled_at: 1 });
    expect(told(await enter(key.get(await options())))).toEqual([403, 'PASSKEY_UNKNOWN']);
  });

  once.describe('where the address changes', () => {
    test.each([
      ['http://clipline.test', null],
      ['https://192.0.2.7', null],
      ['http://127.0.0.1:3000', null],
      ['https://[2001:db8::1]', null],
      ['http://localhost:3000', 'localhost'],
      ['https://clips.example.com', 'clips.example.com'],
    ])('at %s they belong to %s', async (url, rpId) => {
      const there = await buildTestApp({ PUBLIC_URL: url });
      const { body } = await call(there, 'GET /features');
      expect(body.passkeys).toEqual(rpId === null ? null : { rpId });
      const offered = await call(there, 'POST /auth/passkey/options', { body: {} });
      if (rpId === null) expect(told(offered)).toEqual([409, 'PASSKEYS_OFF']);
      else expect(offered.body.rpId).toBe(rpId);
      await there.stop();
    });

    test('those of the former host stay, and work again there', async () => {
      const first = await buildTestApp({ PUBLIC_URL: HOME });
      const person = await signUp(first);
      const { key } = await addPasskey(first, person);
      await first.close();
      const moved = await buildTestApp({
        PUBLIC_URL: 'https://moved.test',
        DATA_DIR: first.dataDir,
      });
      const { body } = await as(moved, person)('GET /account/security');
      expect(body.passkeys).toMatchObject([{ rpId: 'clipline.test', works: false }]);
      const asked = (await call(moved, 'POST /auth/passkey/options', { body: {} })).body;
      const refused = await call(moved, 'POST /auth/passkey', {
        body: { response: key.get(asked) },
      });
      expect(told(refused)).toEqual([403, 'PASSKEY_UNKNOWN']);
      await moved.close();
      const back = await buildTestApp({ PUBLIC_URL: HOME, DATA_DIR: first.dataDir });
      const again = (await call(back, 'POST /auth/passkey/options', { body: {} })).body;
      const letIn = await call(back, 'POST /auth/passkey', { body: { response: key.get(again) } });
      expect(letIn.status).toBe(200);
      await back.stop();
    });
  });
});
