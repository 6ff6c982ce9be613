import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { commandEnvironment } from '../../testing/command-environment.ts';
import { call } from '../../testing/call.ts';
import { signUp, TEST_PASSWORD } from '../../testing/factories.ts';
import { as } from '../../testing/owner.ts';
import { runCommand } from '../../testing/run-command.ts';
import { addAuthenticator, turnOn } from '../../testing/security.ts';
import { upload } from '../../testing/uploads.ts';
import { newId } from '../core/ids.ts';
import { runUser } from './user.ts';

const usage =
  'Usage: npm run user -- list, or npm run user -- create|confirm|reset|reset-second-step|disable|enable|admin|unadmin|delete EMAIL\n';

describe('npm run user', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.stop());

  const environment = () => ({ DATA_DIR: app.dataDir, PUBLIC_URL: 'http://clipline.test' });
  const run = (...args: string[]) => runWith(environment(), ...args);
  const login = (email: string, password = TEST_PASSWORD) =>
    call(app, 'POST /auth/login', { body: { email, password } });

  test('confirm makes a sign-up a user, beside the running service', async () => {
    const email = 'confirm@example.com';
    await call(app, 'POST /auth/register', {
      body: { name: 'Ada', email, password: TEST_PASSWORD },
    });
    const asOperator = (...args: string[]) =>
      promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'user.ts'), ...args], {
        env: { ...commandEnvironment, ...environment() },
      });
    expect(await asOperator('confirm', 'Confirm@Example.com')).toEqual({
      stdout: 'confirm@example.com is confirmed.\n',
      stderr: '',
    });
    expect((await login(email)).status).toBe(200);
    expect((await run('confirm', email)).out).toBe('confirm@example.com is confirmed already.\n');
    await expect(asOperator('nonsense')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Usage: [^\n]+\n$/),
    });
  });

  test('reset-second-step lets the password sign in alone again', async () => {
    const person = await signUp(app);
    const { email } = person.user;
    expect((await run('reset-second-step', email)).out).toBe(`${email} has no second step.\n`);
    await addAuthenticator(app, person);
    await turnOn(app, person);
    expect((await run('reset-second-step', email)).out).toBe(
      `${email} signs in with the password alone; 1 session(s) ended.\n`,
    );
    expect((await login(email)).body.user.email).toBe(email);
    expect((await as(app, person)('GET /account')).status).toBe(401);
  });

  test('confirm takes no password where several were signed up with', async () => {
    const email = 'disputed@example.com';
    const passwords = ['password of mine', 'password of a stranger'];
    for (const password of passwords)
      await call(app, 'POST /auth/register', { body: { name: 'Ada', email, password } });
    expect(await run('confirm', email)).toEqual({
      code: 0,
      out: `${email} is confirmed, but was signed up with different passwords, so none counts: npm run user -- reset ${email} makes a link to choose one.\n`,
      error: '',
    });
    for (const password of passwords) expect((await login(email, password)).status).toBe(401);
    expect((await run('reset', email)).code).toBe(0);
  });

  test('confirm takes a password that was signed up with twice', async () => {
    const email = 'twice@example.com';
    for (const name of ['Ada', 'Ada again'])
      await call(app, 'POST /auth/register', { body: { name, email, password: TEST_PASSWORD } });
    expect((await run('confirm', email)).out).toBe(`${email} is confirmed.\n`);
    expect((await login(email)).status).toBe(200);
  });

  test('reset prints a link that works', async () => {
    const { user } = await signUp(app);
    const { code, out } = await run('reset', user.email);
    expect(code).toBe(0);
    const token =
      /^http:\/\/clipline\.test\/reset-password#access_token=([\w-]{43})&refresh_token=[\w-]{43}&type=recovery$/m.exec(
        out,
      )?.[1];
    expect(
      (
        await call(app, 'POST /auth/reset-password', {
          body: { token, new_password: 'chosen anew' },
        })
      ).status,
    ).toBe(200);
    expect((await login(user.email, 'chosen anew')).status).toBe(200);
  });

  test('disable ends everything at once, enable opens the door again', async () => {
    const { user, headers } = await signUp(app);
    expect(await run('disable', user.email)).toEqual({
      code: 0,
      out: `${user.email} is disabled; 1 session(s) ended.\n`,
      error: '',
    });
    expect((await call(app, 'POST /auth/logout', { headers })).status).toBe(401);
    expect((await login(user.email)).status).toBe(403);
    expect((await run('reset', user.email)).error).toBe(`${user.email} is disabled.\n`);
    await run('enable', user.email);
    expect((await login(user.email)).status).toBe(200);
  });

  test('create makes an account that waits for its password, list shows everybody', async () => {
    const email = 'created@example.com';
    const { code, out } = await run('create', email);
    expect(code).toBe(0);
    const token = /#access_token=([\w-]{43})&/.exec(out)?.[1];
    expect((await run('list')).out).toContain(`${email}, created, unconfirmed\n`);
    expect((await run('create', email)).error).toBe(
      'There is already an account with this address.\n',
    );
    const body = { token, new_password: TEST_PASSWORD };
    expect((await call(app, 'POST /auth/reset-password', { body })).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  test('admin and unadmin, but for the last one', async () => {
    const [one, other] = [(await signUp(app)).user.email, (await signUp(app)).user.email];
    expect((await run('admin', one)).out).toBe(`${one} is an admin.\n`);
    expect((await run('list')).out).toContain(`${one}, Test Person, active, admin\n`);
    const last = { code: 1, out: '', error: 'There must be one admin.\n' };
    expect(await run('unadmin', one)).toEqual(last);
    expect(await run('delete', one)).toEqual(last);
    await run('admin', other);
    expect((await run('unadmin', one)).out).toBe(`${one} is no admin any more.\n`);
    const entries = await app.db.selectFrom('admin_log').selectAll().orderBy('at').execute();
    expect(entries.at(-1)).toMatchObject({
      action: 'user.unadmin',
      target: one,
      admin_id: null,
    });
  });

  test('delete takes all that is theirs, beside the running service', async () => {
    const { user, headers } = await signUp(app);
    const { body: clip } = await call(app, 'POST /clipboard', {
      headers,
      body: { content: 'gone' },
    });
    await upload(app, `/clipboard/${clip.id}/files`, headers, { name: 'a.txt', bytes: newId() });
    expect(await run('delete', user.email)).toEqual({
      code: 0,
      out: `${user.email} is deleted.\n`,
      error: '',
    });
    expect((await call(app, `GET /clipboard/${clip.id}`)).status).toBe(404);
    expect((await login(user.email)).status).toBe(401);
    expect((await run('delete', user.email)).error).toBe(`${user.email} has no account.\n`);
  });

  test('what an address holds does not steer the terminal', async () => {
    const { user } = await signUp(app, { email: 'old\u001b]0;x\u0007\u009b2j\u202e@example.com' });
    const shown = 'old\\u{1b}]0;x\\u{7}\\u{9b}2j\\u{202e}@example.com';
    expect((await run('disable', user.email)).out).toBe(
      `${shown} is disabled; 1 session(s) ended.\n`,
    );
    expect((await run('reset', user.email)).error).toBe(`${shown} is disabled.\n`);
    expect((await run('reset', 'no\u001b[2jbody@example.com')).error).toBe(
      'no\\u{1b}[2jbody@example.com has no confirmed account.\n',
    );
  });

  test.each([
    [
      ['confirm', 'unknown@example.com'],
      'unknown@example.com has not signed up, or too long ago.\n',
    ],
    [['reset', 'unknown@example.com'], 'unknown@example.com has no confirmed account.\n'],
    [['disable', 'unknown@example.com'], 'unknown@example.com has no confirmed account.\n'],
    [['remove', 'a@example.com'], usage],
    [['toString', 'a@example.com'], usage],
    [[], usage],
  ])('%j is refused in one line', async (args, error) => {
    expect(await run(...args)).toEqual({ code: 1, out: '', error });
  });
});

test('a folder without a store is named', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'clipline-test-'));
  const { code, error } = await runWith({ DATA_DIR: empty }, 'reset', 'a@example.com');
  rmSync(empty, { recursive: true });
  expect({ code, error }).toEqual({
    code: 1,
    error: `There is no store in ${empty}. Set DATA_DIR as the service has it.\n`,
  });
});

const runWith = (environment: Record<string, string>, ...args: string[]) =>
  runCommand(() => runUser(environment, args));
