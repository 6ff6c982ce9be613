import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import {
  bearer,
  makeToken,
  type Person,
  signIn,
  signUp,
  TEST_PASSWORD,
} from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { as, dismissAdmins, signUpAdmin } from '../../testing/owner.ts';
import { closeSockets, connectSocket, ended } from '../../testing/sockets.ts';
import { upload } from '../../testing/uploads.ts';
import { deleteWholeAccount } from '../account/deletion.ts';
import { authLimits } from '../auth/auth.limits.ts';
import { transact } from '../core/db/database.ts';
import { newId } from '../core/ids.ts';
import { sumStored } from '../files/stored.queries.ts';

const proof = { password: TEST_PASSWORD };
const newAddress = () => `${newId().toLowerCase()}@example.com`;
const login = (app: TestApp, email: string, password = TEST_PASSWORD) =>
  call(app, 'POST /auth/login', { body: { email, password } });

onEachDatabase((environment, once) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await buildTestApp(environment);
  });
  beforeEach(async () => {
    await dismissAdmins(app);
    await app.db.deleteFrom('admin_log').execute();
    admin = await signUpAdmin(app);
  });
  afterEach(closeSockets);
  afterAll(() => app.stop());

  const asAdmin = (what: Parameters<typeof call>[1], body?: unknown) => as(app, admin)(what, body);
  const find = async (email: string) =>
    (await asAdmin(`GET /admin/users?search=${encodeURIComponent(email)}`)).body.users[0];
  const log = async () =>
    (await asAdmin('GET /admin/log')).body.map(
      ({ action, target, admin: by }: { action: string; target: string; admin: object | null }) => [
        action,
        target,
        by === null,
      ],
    );

  once.test('for everybody else the calls are unknown', async () => {
    const { headers } = await signUp(app);
    const [known, unknown] = await Promise.all(
      ['/admin/users', '/admin/nonsense'].map((path) =>
        fetch(`${app.url}/api${path}`, { headers }),
      ),
    );
    const seen = async (response: Response) => {
      const told = Object.fromEntries(response.headers);
      for (const ofEach of ['date', 'x-request-id']) delete told[ofEach];
      return [response.status, told, await response.text()];
    };
    expect(await seen(known!)).toEqual(await seen(unknown!));
  });

  once.test('lists who there is and how much they hold, never what', async () => {
    const person = await signUp(app, { name: 'Zoë Straße', email: newAddress() });
    const mine = as(app, person);
    const { body: clip } = await mine('POST /clipboard', { content: 'a secret' });
    await upload(app, `/clipboard/${clip.id}/files`, person.headers, {
      name: 'secret.txt',
      bytes: '1234',
    });
    await mine('POST /clipboard', { content: '' });
    const { body: room } = await mine('POST /rooms', { name: 'secret room' });
    await mine(`POST /rooms/${room.id}/content`, { content: 'hello' });
    await mine('POST /virtual-desktop/items/text', { content: 'desk' });
    const { status, body } = await asAdmin('GET /admin/users?search=zoe%20STRASSE');
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 1,
      users: [
        {
          id: person.user.id,
          name: 'Zoë Straße',
          email: person.user.email,
          createdAt: person.user.createdAt,
          lastSeenAt: expect.stringMatching(/:00:00\.000Z$/),
          state: 'active',
          isAdmin: false,
          plan: 'advanced',
          clips: 1,
          bytes: await sumStored(app.store.scans, person.user.id),
          storageMb: null,
          twoStep: false,
        },
      ],
    });
    expect(body.users[0].bytes).toBeGreaterThan(8 + 4 + 5 + 4);
    expect(await find(newAddress())).toBeUndefined();
  });

  once.test('sorts, pages and filters', async () => {
    const word = newId().toLowerCase();
    for (const name of ['b', 'C', 'a']) await signUp(app, { name: `${name} ${word}` });
    const names = async (query: string) =>
      (await asAdmin(`GET /admin/users?search=${word}${query}`)).body.users.map(
        ({ name }: { name: string }) => name[0],
      );
    expect(await names('&sort=name&order=asc')).toEqual(['a', 'b', 'C']);
    expect(await names('&sort=name&order=asc&pageSize=2&page=2')).toEqual(['C']);
    expect(await names('&state=disabled')).toEqual([]);
    for (const sort of ['email', 'createdAt', 'lastSeenAt', 'clips', 'bytes'])
      expect(await names(`&sort=${sort}`)).toHaveLength(3);
    for (const wrong of ['sort=secret', 'state=gone', 'pageSize=101'])
      expect((await asAdmin(`GET /admin/users?${wrong}`)).status).toBe(400);
  });

  once.test(
    'an account that is made waits for its password, by one link in two places',
    async () => {
      const email = newAddress();
      const made = await asAdmin('POST /admin/users', { name: 'Grace', email });
      expect(made).toMatchObject({ status: 201, body: { id: expect.any(String) } });
      expect(await find(email)).toMatchObject({ id: made.body.id, state: 'unconfirmed' });
      expect(await asAdmin('POST /admin/users', { name: 'Grace', email })).toMatchObject({
        status: 409,
        body: {
          code: 'ADDRESS_TAKEN',
          error: 'There is already an account with this address.',
        },
      });
      const [mail] = await mailsTo(app, email);
      const token = fragmentOf(made.body.url).get('access_token');
      expect(mail?.subject).toBe('Your Clipline account is ready');
      expect(fragmentOf(mail?.link ?? '').get('access_token')).toBe(token);
      const body = { token, new_password: 'chosen by grace' };
      expect((await call(app, 'POST /auth/reset-password', { body })).status).toBe(200);
      expect((await find(email)).state).toBe('active');
      expect((await login(app, email, 'chosen by grace')).status).toBe(200);
    },
  );

  once.test('a reset leaves the password as it is until the link is used', async () => {
    const { user } = await signUp(app);
    const { body } = await asAdmin(`POST /admin/users/${user.id}/reset`, proof);
    expect((await login(app, user.email)).status).toBe(200);
    const token = fragmentOf(body.url).get('access_token');
    const [mail] = await mailsTo(app, user.email);
    expect(fragmentOf(mail?.link ?? '').get('access_token')).toBe(token);
    const chosen = { token, new_password: 'chosen anew' };
    expect((await call(app, 'POST /auth/reset-password', { body: chosen })).status).toBe(200);
    expect((await login(app, user.email)).status).toBe(401);
  });

  once.test('a sign-up that waits is listed, confirmed and deleted as an account', async () => {
    const [first, second] = [newAddress(), newAddress()];
    for (const email of [first, first, second])
      await call(app, 'POST /auth/register', {
        body: { name: 'Ada', email, password: TEST_PASSWORD },
      });
    const { id, state } = await find(first);
    expect([state, (await asAdmin(`GET /admin/users?search=${first}`)).body.total]).toEqual([
      'unconfirmed',
      1,
    ]);
    expect((await asAdmin(`POST /admin/users/${id}/confirm`)).status).toBe(200);
    expect((await login(app, first)).status).toBe(200);
    expect(await find(first)).toMatchObject({ id, state: 'active' });
    const other = await find(second);
    expect(
      (await asAdmin(`DELETE /admin/users/${other.id}`, { password: TEST_PASSWORD })).status,
    ).toBe(200);
    expect(await find(second)).toBeUndefined();
    expect(await log()).toEqual(
      expect.arrayContaining([
        ['user.confirm', first, false],
        ['user.delete', second, false],
      ]),
    );
  });

  once.test('who is disabled is out at once and stays out', async () => {
    const person = await signUp(app);
    const { user, session } = person;
    const { token } = await makeToken(app, user.id);
    const { body: clip } = await as(app, person)('POST /clipboard', { content: 'stays' });
    const sockets = [
      await connectSocket(app.url, { token: session.access_token }),
      await connectSocket(app.url, { token }),
    ];
    const out = sockets.map(ended);
    const answer = await asAdmin(`PATCH /admin/users/${user.id}`, { disabled: true });
    expect(answer).toMatchObject({ status: 200, body: { state: 'disabled' } });
    expect(await Promise.all(out)).toEqual(['io server disconnect', 'io server disconnect']);
    expect((await as(app, person)('GET /account')).status).toBe(401);
    expect(await login(app, user.email)).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_DISABLED' },
    });
    expect((await call(app, `GET /clipboard/${clip.id}`)).status).toBe(200);
    await asAdmin(`PATCH /admin/users/${user.id}`, { disabled: false });
    expect((await login(app, user.email)).status).toBe(200);
  });

  once.test('signing out ends sessions and programs, no more', async () => {
    const person = await signUp(app);
    const other = bearer(await signIn(app, person.user.id));
    const program = await makeToken(app, person.user.id);
    expect((await asAdmin(`POST /admin/users/${person.user.id}/sign-out`)).status).toBe(200);
    for (const headers of [person.headers, other, program.headers])
      expect((await call(app, 'GET /clipboard/stats', { headers })).status).toBe(401);
    expect((await login(app, person.user.email)).status).toBe(200);
  });

  once.test('an office is opened and ended by the password alone', async () => {
    const [person, other] = [await signUp(app), await signUpAdmin(app)];
    const one = `/admin/users/${person.user.id}` as const;
    const colleague = `/admin/users/${other.user.id}` as const;
    for (const [what, body] of [
      [`POST ${one}/reset`, {}],
      [`POST ${colleague}/reset`, {}],
      [`PATCH ${one}`, { isAdmin: true }],
      [`PATCH ${colleague}`, { isAdmin: false }],
      [`PATCH ${colleague}`, { disabled: true }],
      [`PATCH ${colleague}`, { disabled: true, isAdmin: false }],
    ] as const) {
      expect(await asAdmin(what, body)).toMatchObject({ status: 403 });
      expect(await asAdmin(what, { ...body, password: 'wrong' })).toMatchObject({
        status: 403,
        body: { code: 'WRONG_PASSWORD' },
      });
      await app.limits.forget(authLimits.passwordFailures, admin.user.id);
    }
    const wrong = { password: 'wrong' };
    for (const [what, body, code] of [
      ['POST /admin/users/nobody/reset', wrong, 'USER_NOT_FOUND'],
      ['PATCH /admin/users/nobody', { isAdmin: true, ...wrong }, 'USER_NOT_FOUND'],
      [`POST /admin/users/${admin.user.id}/reset`, wrong, 'NOT_YOURSELF'],
    ] as const)
      expect((await asAdmin(what, body)).body.code).toBe(code);
    expect((await log()).length).toBe(0);
    for (const [what, body] of [
      [`PATCH ${one}`, { disabled: true, ...wrong }],
      [`PATCH ${one}`, { disabled: false }],
      [`PATCH ${one}`, { isAdmin: false }],
      [`PATCH ${colleague}`, { disabled: false }],
      [`POST ${colleague}/reset`, proof],
      [`PATCH ${colleague}`, { disabled: true, ...proof }],
      [`PATCH ${colleague}`, { isAdmin: false, ...proof }],
    ] as const)
      expect((await asAdmin(what, body)).status).toBe(200);
  });

  once.test('what an admin made is not ended by who forgot a password', async () => {
    const { user } = await signUp(app);
    const tokens: string[] = [];
    for (let count = 0; count < 2; count++) {
      const { body } = await asAdmin(`POST /admin/users/${user.id}/reset`, proof);
      tokens.push(fragmentOf(body.url).get('access_token') ?? '');
    }
    const [earlier, ofAdmin] = tokens;
    const ask = () => call(app, 'POST /auth/forgot-password', { body: { email: user.email } });
    await ask();
    const own = fragmentOf((await mailsTo(app, user.email)).at(-1)!.link).get('access_token');
    const choose = async (token: string | null | undefined) =>
      (await call(app, 'POST /auth/reset-password', { body: { token, new_password: 'a new one' } }))
        .status;
    expect(await choose(earlier)).toBe(400);
    expect(await choose(ofAdmin)).toBe(200);
    expect(await choose(own)).toBe(400);
  });

  once.test('deleting takes all that is theirs, and a mail says who did it', async () => {
    const person = await signUp(app);
    const { id, email } = person.user;
    const { body: clip } = await as(app, person)('POST /clipboard', { content: 'gone' });
    for (const [body, refusal] of [
      [{}, { status: 403 }],
      [{ password: 'wrong' }, { status: 403, body: { code: 'WRONG_PASSWORD' } }],
    ] as const)
      expect(await asAdmin(`DELETE /admin/users/${id}`, body)).toMatchObject(refusal);
    expect((await asAdmin(`DELETE /admin/users/${id}`, { password: TEST_PASSWORD })).status).toBe(
      200,
    );
    expect((await call(app, `GET /clipboard/${clip.id}`)).status).toBe(404);
    expect((await login(app, email)).status).toBe(401);
    expect(await log()).toEqual([['user.delete', email, false]]);
    const [mail] = await mailsTo(app, email);
    expect(mail?.text).toContain('Whoever runs this Clipline server deleted your account');
    expect(await asAdmin(`DELETE /admin/users/${id}`, { password: TEST_PASSWORD })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    });
  });

  once.test('a deletion that fails on its way is not told to be done', async () => {
    const { user } = await signUp(app);
    const failing = { ...app, endBilling: () => Promise.reject(new Error('away')) };
    const closed = vi.fn();
    const work = () => deleteWholeAccount(failing, user, (each) => transact(app.db, each), closed);
    await expect(work()).rejects.toThrow('away');
    expect(closed).not.toHaveBeenCalled();
  });

  once.test('nobody does it to themselves, and one admin stays', async () => {
    const { id } = admin.user;
    for (const refused of [
      await asAdmin(`PATCH /admin/users/${id}`, { disabled: true }),
      await asAdmin(`PATCH /admin/users/${id}`, { isAdmin: false }),
      await asAdmin(`POST /admin/users/${id}/reset`),
      await asAdmin(`POST /admin/users/${id}/sign-out`),
      await asAdmin(`DELETE /admin/users/${id}`, { password: TEST_PASSWORD }),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'NOT_YOURSELF', error: 'You cannot do this to yourself.' },
      });
    expect(await asAdmin('DELETE /account', { password: TEST_PASSWORD })).toMatchObject({
      status: 409,
      body: { code: 'LAST_ADMIN', error: 'There must be one admin.' },
    });
    const { user } = await signUp(app);
    expect((await asAdmin(`PATCH /admin/users/${user.id}`, { isAdmin: true })).status).toBe(403);
    const promote = { isAdmin: true, password: TEST_PASSWORD };
    expect((await asAdmin(`PATCH /admin/users/${user.id}`, promote)).body.isAdmin).toBe(true);
    expect((await asAdmin('DELETE /account', { password: TEST_PASSWORD })).status).toBe(200);
  });

  test.each([
    ['depose', { isAdmin: false, ...proof }],
    ['disable', { disabled: true, ...proof }],
  ])('of two last admins who %s each other one stays', async (_what, body) => {
    for (let round = 0; round < 5; round++) {
      await dismissAdmins(app);
      const [one, other] = [await signUpAdmin(app), await signUpAdmin(app)];
      const answers = await Promise.all([
        as(app, one)(`PATCH /admin/users/${other.user.id}`, body),
        as(app, other)(`PATCH /admin/users/${one.user.id}`, body),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect([401, 404, 409]).toContain(answers.find(({ status }) => status !== 200)?.status);
      const admins = await app.db
        .selectFrom('users')
        .select('id')
        .where('is_admin', '=', 1)
        .where('disabled_at', 'is', null)
        .execute();
      expect(admins).toHaveLength(1);
    }
  });

  test('of two last admins who delete themselves one stays', async () => {
    const other = await signUpAdmin(app);
    const answers = await Promise.all(
      [admin, other].map((each) => as(app, each)('DELETE /account', { password: TEST_PASSWORD })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('LAST_ADMIN');
  });

  once.test('the log tells what was changed, the latest first, and pages', async () => {
    const { user } = await signUp(app);
    await asAdmin(`PATCH /admin/users/${user.id}`, { disabled: true });
    await asAdmin(`PATCH /admin/users/${user.id}`, { disabled: true });
    await asAdmin('POST /admin/invitations', { note: 'For Grace' });
    await asAdmin('PATCH /admin/server', { registration: 'closed' });
    await asAdmin('PATCH /admin/server', { registration: 'open' });
    expect((await log()).slice(0, 4)).toEqual([
      ['server.registration', 'open', false],
      ['server.registration', 'closed', false],
      ['invitation.create', 'For Grace', false],
      ['user.disable', user.email, false],
    ]);
    const [first, second] = (await asAdmin('GET /admin/log?limit=2')).body;
    expect(first.admin).toEqual({ id: admin.user.id, name: admin.user.name });
    const { body: next } = await asAdmin(`GET /admin/log?limit=1&before=${first.id}`);
    expect(next).toEqual([second]);
    expect((await asAdmin('GET /admin/log?limit=201')).status).toBe(400);
    expect(await asAdmin('GET /admin/log?before=unknown')).toMatchObject({ status: 200, body: [] });
  });

  test('how much somebody may store is the server’s to say, or an admin’s for one', async () => {
    const person = await signUp(app);
    const path = `/admin/users/${person.user.id}` as const;
    const save = async () =>
      (await call(app, 'POST /clipboard', { ...person, body: { content: 'x'.repeat(4e5) } }))
        .status;
    const set = (storageMb: unknown, id = person.user.id) =>
      asAdmin(`PATCH /admin/users/${id}`, { storageMb });
    expect(await set(1)).toMatchObject({ status: 200, body: { storageMb: 1 } });
    expect([await save(), await save(), await save()]).toEqual([201, 201, 507]);
    // Less than there is: nothing is deleted, nothing new is taken.
    expect((await set(null)).body.storageMb).toBeNull();
    expect(await save()).toBe(201);
    expect((await set(1)).body.bytes).toBeGreaterThan(1024 ** 2);
    expect(await save()).toBe(507);
    for (const wrong of [0, 1.5, 2 ** 30, '5']) expect((await set(wrong)).status).toBe(400);
    expect((await set(7, admin.user.id)).body.storageMb).toBe(7);
    expect((await asAdmin(`PATCH ${path}`, {})).status).toBe(400);
    expect(await log()).toEqual([
      ['user.storage', `${admin.user.email} 7 MB`, false],
      ['user.storage', `${person.user.email} 1 MB`, false],
      ['user.storage', `${person.user.email} –`, false],
      ['user.storage', `${person.user.email} 1 MB`, false],
    ]);
  });

  once.test('the log keeps the name of whoever did it', async () => {
    const [former, person] = [await signUpAdmin(app, { name: 'Grace' }), await signUp(app)];
    await as(app, former)(`POST /admin/users/${person.user.id}/sign-out`);
    await asAdmin(`DELETE /admin/users/${former.user.id}`, proof);
    const [, entry] = (await asAdmin('GET /admin/log')).body;
    expect(entry).toMatchObject({ action: 'user.sign-out', admin: { id: null, name: 'Grace' } });
  });

  once.test('the server tells how it is, without paths, hosts or keys', async () => {
    const { body, text } = await asAdmin('GET /admin/server');
    expect(body).toMatchObject({
      store: environment['DATABASE_URL'] ? 'postgresql' : 'sqlite',
      files: 'disk',
      mail: 'outbox',
      redis: null,
      lastBackupAt: null,
      registrationFixed: false,
      storeBytes: expect.any(Number),
      freeBytes: expect.any(Number),
      users: expect.any(Number),
    });
    expect(body.storeBytes).toBeGreaterThan(10_000);
    for (const secret of [app.dataDir, app.config.APP_SECRET]) expect(text).not.toContain(secret);
  });
});
