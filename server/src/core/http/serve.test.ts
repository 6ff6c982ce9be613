import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { call } from '../../../testing/call.ts';
import { signUp, TEST_PASSWORD } from '../../../testing/factories.ts';
import { signUpAdmin } from '../../../testing/owner.ts';
import { insisting } from './serve.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

/** As on a disk that is mounted read-only. */
const setReadOnly = (isOn: boolean) =>
  sql`pragma query_only = ${sql.raw(isOn ? 'on' : 'off')}`.execute(app.store.db);

test('where the store takes no writes, a fresh session and token read, and their end comes later', async () => {
  const { headers } = await signUp(app);
  const [admin, disabled] = [await signUpAdmin(app), await signUp(app)];
  const { body: made } = await call(app, 'POST /account/tokens', {
    body: { name: 'Sync', scopes: ['clips:read'], expiresInDays: 30, password: TEST_PASSWORD },
    headers,
  });
  const program = { authorization: `Bearer ${made.token}` };
  const statusOf = async (of: Record<string, string>) =>
    (await call(app, 'GET /clipboard/stats', { headers: of })).status;
  await setReadOnly(true);
  expect(await statusOf(headers)).toBe(200);
  expect(await statusOf(program)).toBe(200);
  for (const [target, given] of [
    [`DELETE /account/tokens/${made.id}`, { headers }],
    ['POST /auth/logout', { headers }],
    [
      `PATCH /admin/users/${disabled.user.id}`,
      { headers: admin.headers, body: { disabled: true } },
    ],
  ] as const)
    expect(await call(app, target, given)).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    });
  await setReadOnly(false);
  await expect.poll(() => statusOf(program), { timeout: 10_000 }).toBe(401);
  await expect.poll(() => statusOf(headers), { timeout: 10_000 }).toBe(401);
  await expect.poll(() => statusOf(disabled.headers), { timeout: 10_000 }).toBe(401);
});

test('what is asked for anew is not done twice', async () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const insist = insisting(5);
  const done: string[] = [];
  let refuses = true;
  const doing = (what: string) => async () => {
    if (refuses) throw full;
    done.push(what);
  };
  await expect(insist('key', doing('first'))).rejects.toBe(full);
  await expect(insist('another', doing('another'))).rejects.toBe(full);
  refuses = false;
  await insist('key', doing('anew'));
  await expect.poll(() => done).toContain('another');
  expect(done).toEqual(['anew', 'another']);
});
