import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { call } from '../../testing/call.ts';
import { signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mailbox.ts';

describe('spellings', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.stop());
  const register = (email: string, name = 'Ada') =>
    call(app, 'POST /auth/register', { body: { name, email, password: TEST_PASSWORD } });

  test('of one mailbox are one account, counted and mailed as one', async () => {
    const spellings = [
      'Ádá@büro.example.com',
      'A\u0301da\u0301@bu\u0308ro.example.com',
      'Ádá@ｂüro.example.com',
      'ádá@xn--bro-hoa.example.com',
      'ÁDÁ@BÜRO.example.com',
    ];
    for (const spelling of spellings) expect((await register(spelling)).status).toBe(201);
    const stored = await app.store.db.selectFrom('registrations').select('email').execute();
    expect(new Set(stored.map(({ email }) => email))).toEqual(
      new Set(['ádá@xn--bro-hoa.example.com']),
    );
    expect(await mailsTo(app, 'ádá@xn--bro-hoa.example.com')).toHaveLength(3);
    for (const email of spellings)
      expect(
        (await call(app, 'POST /auth/login', { body: { email, password: TEST_PASSWORD } })).status,
      ).toBe(403);
  });

  test.each([
    'a\u00adda@example.com',
    'ada\u200b@example.com',
    'ada\u0007@example.com',
    'ada\u001b[31m@example.com',
    'ada@exam\u202eple.com',
    'ada@example.com\u0085',
  ])('with what cannot be seen are refused: %j', async (email) => {
    const { headers } = await signUp(app);
    const { body: room } = await call(app, 'POST /rooms', { headers, body: { name: 'Room' } });
    expect((await register(email)).status).toBe(400);
    for (const [what, own] of [
      ['POST /auth/forgot-password', {}],
      [`POST /rooms/${room.id}/members`, headers],
    ] as const)
      expect((await call(app, what, { headers: own, body: { email } })).status).toBe(400);
    const login = { email, password: TEST_PASSWORD };
    expect((await call(app, 'POST /auth/login', { body: login })).status).toBe(401);
  });

  test.each([
    ['Ada\u202eevil\u202c Love\u200blace', 'Adaevil Lovelace'],
    ['A\u200dd\u200ca\u2060\ufeff', 'Ada'],
    ['Ada\u{e0041}\ufe0f', 'Ada'],
    ['👩\u200d💻 Ada ❤\ufe0f', '👩\u200d💻 Ada ❤\ufe0f'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
  ])('names keep what is seen, and joiners where a script needs them', async (name, kept) => {
    const { headers } = await signUp(app);
    expect((await call(app, 'PATCH /account', { headers, body: { name } })).body).toMatchObject({
      name: kept,
    });
    expect((await call(app, 'POST /rooms', { headers, body: { name } })).body.name).toBe(kept);
  });

  test('a name of which nothing is seen is none', async () => {
    const { headers } = await signUp(app);
    for (const name of ['\u200b', '\u202e\u2066', '\u3164', '\u200d\u200c']) {
      expect((await call(app, 'PATCH /account', { headers, body: { name } })).status).toBe(400);
      expect((await call(app, 'POST /rooms', { headers, body: { name } })).status).toBe(400);
    }
  });
});
