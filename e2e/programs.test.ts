import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

test.describe.configure({ mode: 'serial' });

let account: Account;
let laptop: Person;

test.beforeAll(async ({ people, product }) => {
  account = await createAccount(product, 'Grace');
  laptop = await people.arrive();
  await signIn(product, laptop.page, account);
});
test.afterAll(({ people }) => people.leave());

test('a token is made for a program, shown once, and ended at once', async ({ product }) => {
  const { page } = laptop;
  await page.goto('/account');
  const tokens = page.getByRole('list', { name: 'API tokens' });
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText('Please give it a name.').waitFor();
  await dialog.getByText('Please choose what it may do.').waitFor();
  await dialog.getByLabel('Name').fill('Backup');
  await dialog.getByRole('checkbox', { name: 'read your clips' }).check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirming.getByLabel('Your password').fill('wrong');
  await page.keyboard.press('Enter');
  await confirming.getByText('That is not your password.').waitFor();
  await confirming.getByLabel('Your password').fill(account.password);
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Token created' });
  const token = await made.getByLabel('API token').inputValue();
  expect(token).toMatch(/^clipline_[A-Za-z0-9_-]{43}[A-Za-z0-9]{6}$/);
  const read = () =>
    fetch(`${product.url}/api/clipboard/history`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await read()).status).toBe(200);
  await made.getByRole('button', { name: 'Done' }).click();

  await page.reload();
  await tokens.getByText(token.slice(0, 13)).waitFor();
  expect(await page.getByText(token).count()).toBe(0);
  await page.getByRole('button', { name: 'End Backup' }).click();
  const sure = page.getByRole('dialog', { name: 'End “Backup”?' });
  await sure.getByRole('button', { name: 'End' }).click();
  await page.getByText('Token ended').waitFor();
  await tokens.getByText('Backup').waitFor({ state: 'detached' });
  expect((await read()).status).toBe(401);
});

test('the command line is let in by its code, and saves what comes through a pipe', async ({
  product,
}) => {
  const { page } = laptop;
  const home = await mkdtemp(path.join(tmpdir(), 'clipline-home-'));
  const run = (...args: string[]) =>
    spawn(process.execPath, [path.resolve(import.meta.dirname, '../cli/src/main.ts'), ...args], {
      env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: home, CLIPLINE_URL: product.url },
      stdio: 'pipe',
    });
  const login = run('login');
  const ended = once(login, 'close');
  let told = '';
  const code = new Promise<string>((resolve) =>
    login.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const found = /[B-Z]{4}-[B-Z]{4}/.exec(told);
      if (found) resolve(found[0]);
    }),
  );
  await page.goto('/device');
  await page.getByLabel('Code').fill(await code);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Allow' }).click();
  expect(await ended).toEqual([0, null]);
  expect(told).toContain(`Signed in at ${product.url}.`);

  await page.goto('/dashboard');
  const save = run();
  save.stdin.end('from the pipe');
  expect(await once(save, 'close')).toEqual([0, null]);
  await page.getByText('from the pipe').waitFor();
  await rm(home, { recursive: true });
});
