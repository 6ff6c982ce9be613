import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { bearer, type Person, TEST_PASSWORD } from '../../testing/factories.ts';
import { fragmentOf, mailsTo } from '../../testing/mailbox.ts';
import { onEachDatabase } from '../../testing/on-each-database.ts';
import { as, dismissAdmins, setRegistration, signUpAdmin } from '../../testing/owner.ts';
import { findUser } from '../auth/auth.queries.ts';
import { newId } from '../core/ids.ts';

const refusal = {
  invited: {
    error: 'This server is by invitation. Ask whoever runs it for a link.',
    code: 'REGISTRATION_INVITED',
  },
  closed: { error: 'Sign-ups are closed on this server.', code: 'REGISTRATION_CLOSED' },
  over: { error: 'This invitation is no longer valid.', code: 'INVITATION_OVER' },
  other: {
    error: 'This invitation is for another address.',
    code: 'INVITATION_OTHER_ADDRESS',
  },
};
const newAddress = () => `${newId().toLowerCase()}@example.com`;
const invitationIn = (url: string) => fragmentOf(url).get('invitation') ?? '';

onEachDatabase((environment, once) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await buildTestApp({ ...environment, LOG_LEVEL: 'fatal' });
    admin = await signUpAdmin(app);
  });
  afterAll(() => app.stop());

  const register = (email: string, invitation?: string) =>
    call(app, 'POST /auth/register', {
      body: {
        name: 'Ada',
        email,
        password: TEST_PASSWORD,
        ...(invitation !== undefined && { invitation }),
      },
    });
  const invite = async (body?: object) =>
    (await as(app, admin)('POST /admin/invitations', body)).body;
  const listed = async (id: string) =>
    (await as(app, admin)('GET /admin/invitations')).body.invitations.find(
      (each: { id: string }) => each.id === id,
    );

  once.test('by invitation, known and unknown addresses are told the same', async () => {
    await setRegistration(app, 'invited');
    for (const email of [newAddress(), admin.user.email])
      expect(await register(email)).toMatchObject({ status: 403, body: refusal.invited });
    expect(await register('no address')).toMatchObject({ status: 400 });
    expect((await call(app, 'GET /features')).body).toMatchObject({
      registration: 'invited',
      hasAdmin: true,
      oidc: null,
      passwords: true,
    });
  });

  test('an invitation makes one account, of many at once', async () => {
    await setRegistration(app, 'invited');
    const { id, url, ...made } = await invite({ note: ' For Grace ' });
    expect(url).toMatch(/^http:\/\/clipline\.test\/auth\?mode=register#invitation=[\w-]{22}$/);
    expect(made).toMatchObject({ state: 'open', note: 'For Grace', email: null, usedBy: null });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register(newAddress(), invitationIn(url))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(19);
    expect(answers.find(({ status }) => status === 403)?.body).toEqual(refusal.over);
    expect(answers.find(({ status }) => status === 201)?.body).toEqual({
      message: 'Please check your email to confirm your account before logging in.',
    });
    const used = await listed(id);
    expect(used).toMatchObject({ state: 'used', url: null, usedBy: { name: 'Ada' } });
    const again = used.usedBy.email as string;
    expect((await register(again, invitationIn(url))).status).toBe(201);
    const { link } = (await mailsTo(app, again)).at(-1)!;
    const headers = { 'x-confirmation-token': fragmentOf(link).get('token') ?? '' };
    expect((await call(app, 'GET /auth/check-email-confirmation', { headers })).body).toEqual({
      confirmed: true,
    });
    expect(await register(again, invitationIn(url))).toMatchObject({ body: refusal.over });
    expect((await listed(id)).usedBy.email).toBe(again);
  });

  once.test('one that is mailed confirms its address, signs in, and is for no other', async () => {
    await setRegistration(app, 'invited');
    const email = newAddress();
    const { url } = await invite({ email: email.toUpperCase(), expiresIn: 60 });
    const [mail] = await mailsTo(app, email);
    expect(mail).toMatchObject({ subject: 'You are invited to Clipline', link: url });
    expect(await register(newAddress(), invitationIn(url))).toMatchObject({
      status: 403,
      body: refusal.other,
    });
    const { status, body } = await register(email.toUpperCase(), invitationIn(url));
    expect(status).toBe(201);
    expect(body).toMatchObject({ message: expect.any(String), user: { email, isAdmin: false } });
    expect((await call(app, 'GET /account', { headers: bearer(body.session) })).body).toMatchObject(
      {
        email,
        hasPassword: true,
      },
    );
    expect(await register(email, invitationIn(url))).toMatchObject({ body: refusal.over });
  });

  test('asking whether an invitation is over uses nothing up, whoever may sign up', async () => {
    const check = (invitation: unknown) =>
      call(app, 'POST /auth/invitations/check', { body: { invitation } });
    const over = { status: 403, body: refusal.over };
    const email = newAddress();
    const [named, open, revoked] = [await invite({ email }), await invite(), await invite()];
    await as(app, admin)(`DELETE /admin/invitations/${revoked.id}`);
    for (const registration of ['open', 'invited'] as const) {
      await setRegistration(app, registration);
      expect(await check(invitationIn(named.url))).toMatchObject({ status: 200, body: { email } });
      expect((await check(invitationIn(open.url))).body).toEqual({ email: null });
      expect(await check(invitationIn(revoked.url))).toMatchObject(over);
      expect(await check(newId())).toMatchObject(over);
    }
    for (const malformed of ['', 'made up', undefined])
      expect((await check(malformed)).status).toBe(400);
    expect((await register(newAddress(), invitationIn(open.url))).status).toBe(201);
    expect(await check(invitationIn(open.url))).toMatchObject(over);
  });

  once.test('a sign-up by invitation makes the account and signs in, or neither', async () => {
    await setRegistration(app, 'invited');
    const email = newAddress();
    const { id, url } = await invite({ email });
    await sql`create trigger full before insert on sessions
      begin select raise(abort, 'no session'); end`.execute(app.db);
    expect((await register(email, invitationIn(url))).status).toBe(500);
    await sql`drop trigger full`.execute(app.db);
    expect(await findUser(app.db, email)).toBeUndefined();
    expect(await listed(id)).toMatchObject({ state: 'open' });
    expect((await register(email, invitationIn(url))).body).toMatchObject({ user: { email } });
  });

  test('a taken address is answered as ever and uses the invitation up', async () => {
    await setRegistration(app, 'invited');
    const user = { email: newAddress() };
    const first = await invite({ email: user.email });
    await register(user.email, invitationIn(first.url));
    for (const body of [{}, { email: user.email }]) {
      const { id, url } = await invite(body);
      const { status, body: answer } = await register(user.email, invitationIn(url));
      expect([status, Object.keys(answer)]).toEqual([201, ['message']]);
      expect(await listed(id)).toMatchObject({ state: 'used', usedBy: null });
      expect((await register(user.email, invitationIn(url))).status).toBe(201);
      expect(await register(newAddress(), invitationIn(url))).toMatchObject({
        body: refusal.over,
      });
      expect(await listed(id)).toMatchObject({ state: 'used', usedBy: null });
    }
    expect((await mailsTo(app, user.email)).map(({ subject }) => subject)).toContain(
      'You already have an account',
    );
  });

  once.test('a link to confirm an address goes on working while sign-ups are closed', async () => {
    await setRegistration(app, 'open');
    const email = newAddress();
    await register(email);
    await setRegistration(app, 'closed');
    const { link } = (await mailsTo(app, email)).at(-1)!;
    const headers = { 'x-confirmation-token': fragmentOf(link).get('token') ?? '' };
    expect((await call(app, 'GET /auth/check-email-confirmation', { headers })).body).toEqual({
      confirmed: true,
    });
  });

  once.test('closed goes before all, and an open server refuses what is over', async () => {
    const { id, url } = await invite();
    await setRegistration(app, 'closed');
    expect(await register(newAddress(), invitationIn(url))).toMatchObject({
      status: 403,
      body: refusal.closed,
    });
    expect((await listed(id)).state).toBe('open');
    await setRegistration(app, 'open');
    expect((await register(newAddress())).status).toBe(201);
    expect(await register(newAddress(), 'made up')).toMatchObject({ body: refusal.over });
    const remove = () => as(app, admin)(`DELETE /admin/invitations/${id}`);
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect(await listed(id)).toMatchObject({ state: 'revoked', url: null });
    expect(await register(newAddress(), invitationIn(url))).toMatchObject({ body: refusal.over });
  });

  once.test('a room that waits for an address lets it in while by invitation', async () => {
    const email = newAddress();
    const { body: room } = await as(app, admin)('POST /rooms', { name: 'Kitchen' });
    await as(app, admin)(`POST /rooms/${room.id}/members`, { email });
    await setRegistration(app, 'closed');
    expect((await register(email)).body).toEqual(refusal.closed);
    await setRegistration(app, 'invited');
    expect((await register(email)).status).toBe(201);
    await as(app, admin)(`DELETE /rooms/${room.id}`);
    expect((await register(email)).body).toEqual(refusal.invited);
  });

  once.test('what an admin handed out ends with their office', async () => {
    await setRegistration(app, 'invited');
    const former = await signUpAdmin(app);
    const made = async () => (await as(app, former)('POST /admin/invitations')).body;
    const before = await made();
    await as(app, admin)(`PATCH /admin/users/${former.user.id}`, {
      isAdmin: false,
      password: TEST_PASSWORD,
    });
    expect((await listed(before.id)).state).toBe('revoked');
    expect((await register(newAddress(), invitationIn(before.url))).body).toEqual(refusal.over);
    await dismissAdmins(app);
  });
});

describe('a server whose start decides', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ REGISTRATION: 'closed' });
    await setRegistration(app, 'open');
  });
  afterAll(() => app.stop());

  test('the admin page cannot change it', async () => {
    const admin = await signUpAdmin(app);
    expect(await as(app, admin)('PATCH /admin/server', { registration: 'open' })).toMatchObject({
      status: 409,
      body: { code: 'REGISTRATION_FIXED' },
    });
    expect((await as(app, admin)('GET /admin/server')).body).toMatchObject({
      registration: 'closed',
      registrationFixed: true,
    });
  });

  test('pages say so before they ask', async () => {
    const page = await (await fetch(`${app.url}/auth?mode=register`)).text();
    expect(page).toMatch(/^<!doctype html>\s*<html data-registration="closed" /i);
  });
});
