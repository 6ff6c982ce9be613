import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectAccessibleInEveryLook } from './support/accessibility.ts';
import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import type { Product } from './support/product.ts';
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

interface Waiting {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
}
/** What a program does that wants to be signed in. */
async function ask(product: Product, name: string): Promise<Waiting> {
  const response = await fetch(`${product.url}/api/auth/device`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, scopes: ['clips:read', 'clips:write'] }),
  });
  return (await response.json()) as Waiting;
}
async function tokenOf(product: Product, { device_code }: Waiting) {
  const response = await fetch(`${product.url}/api/auth/device/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device_code }),
  });
  return (await response.json()) as { access_token?: string; code?: string };
}

test('a wrong code is refused in words, and the right one asks first', async ({ product }) => {
  const { page } = laptop;
  const waiting = await ask(product, 'clipline on the train');
  expect(waiting.verification_uri).toBe(`${product.url}/device`);
  await page.goto('/device');
  await page.getByRole('heading', { name: 'Allow a program', level: 1 }).waitFor();
  await page.getByLabel('Code').fill('BBBB-BBBB');
  await page.keyboard.press('Enter');
  await page.getByText('No program waits with this code. Check it, or start again.').waitFor();
  await expectAccessibleInEveryLook(page);

  await page.getByLabel('Code').fill(waiting.user_code.toLowerCase().replace('-', ' '));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page
    .getByRole('heading', {
      name: 'Allow “clipline on the train” to read your clips and save, change and delete clips?',
    })
    .waitFor();
  await page.getByText('Asked just now').waitFor();
  await page.getByText('Only go on if you started this yourself.').waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('“clipline on the train” is signed in').waitFor();
  await expectAccessibleInEveryLook(page);

  const { access_token: token } = await tokenOf(product, waiting);
  const me = await fetch(`${product.url}/api/auth/whoami`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await me.json()).toMatchObject({ scopes: ['clips:read', 'clips:write'] });
});

test('a program that no one started is refused', async ({ product }) => {
  const { page } = laptop;
  const waiting = await ask(product, 'not mine');
  await page.goto('/device');
  await page.getByLabel('Code').fill(waiting.user_code);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('“not mine” was refused').waitFor();
  expect((await tokenOf(product, waiting)).code).toBe('ACCESS_DENIED');
});

test('who is signed out comes to the page after signing in', async ({ arrive }) => {
  const { page } = await arrive();
  await page.goto('/device');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Allow a program', level: 1 }).waitFor();
});

test('a token is made for a program, shown once, and ended at once', async ({ product }) => {
  const { page } = laptop;
  await page.goto('/account');
  const tokens = page.getByRole('list', { name: 'API tokens' });
  await tokens.getByText('clipline on the train').waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText('Please give it a name.').waitFor();
  await dialog.getByText('Please choose what it may do.').waitFor();
  await dialog.getByLabel('Name').fill('Backup');
  await dialog.getByRole('checkbox', { name: 'read your clips' }).check();
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText('That is not your password.').waitFor();
  await expectAccessibleInEveryLook(page);
  await dialog.getByLabel('Your password').fill(account.password);
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Token created' });
  const token = await made.getByLabel('API token').inputValue();
  expect(token).toMatch(/^clipline_[A-Za-z0-9_-]{43}[A-Za-z0-9]{6}$/);
  await expectAccessibleInEveryLook(page);
  const read = () =>
    fetch(`${product.url}/api/clipboard/history`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await read()).status).toBe(200);
  await made.getByRole('button', { name: 'Done' }).click();

  await page.reload();
  await tokens.getByText(token.slice(0, 13)).waitFor();
  expect(await page.getByText(token).count()).toBe(0);
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'End Backup' }).click();
  const sure = page.getByRole('dialog', { name: 'End “Backup”?' });
  await sure.getByRole('button', { name: 'End' }).click();
  await page.getByText('Token ended').waitFor();
  await tokens.getByText('Backup').waitFor({ state: 'detached' });
  expect((await read()).status).toBe(401);
});

test('a new password ends the tokens, unless they shall stay', async () => {
  const { page } = laptop;
  const change = async (from: string, to: string, endTokens: boolean) => {
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const box = dialog.getByRole('checkbox', { name: 'Also end API tokens' });
    expect(await box.isChecked()).toBe(true);
    await box.setChecked(endTokens);
    await dialog.getByLabel('Current password').fill(from);
    await dialog.getByLabel('New password').fill(to);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  const token = page.getByRole('list', { name: 'API tokens' }).getByText('clipline on the train');
  const next = 'another battery staple';
  await change(account.password, next, false);
  await page.reload();
  await token.waitFor();
  await change(next, account.password, true);
  await token.waitFor({ state: 'detached' });
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
  expect(await once(login, 'close')).toEqual([0, null]);
  expect(told).toContain(`Signed in at ${product.url}.`);

  await page.goto('/dashboard');
  const save = run();
  save.stdin.end('from the pipe');
  expect(await once(save, 'close')).toEqual([0, null]);
  await page.getByText('from the pipe').waitFor();
  await rm(home, { recursive: true });
});
