import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clipsOf } from './support/clips.ts';
import { createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

const command = fileURLToPath(new URL('../cli/src/main.ts', import.meta.url));
const CANARY = 'CANARY-pa55word';
const PASSWORD = 'canary-four-good-words';

/** Whether any file of the store has it, in its name or in its bytes. */
function isStored(folder: string, text: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => {
    const file = path.join(folder, name);
    return name.includes(text) || (statSync(file).isFile() && readFileSync(file).includes(text));
  });
}

test('a secret is sealed in one browser, opened once in another without an account, and the server knows nothing of it', async ({
  product,
  arrive,
}) => {
  const ada = await arrive();
  await signIn(product, ada.page, await createAccount(product, 'Ada'));
  await ada.page.goto('/dashboard');
  await ada.page.getByRole('button', { name: 'Seal', exact: true }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Seal and share' });
  await dialog.getByLabel('Text', { exact: true }).fill(`${CANARY}\nsecond line`);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: `${CANARY}.txt`, mimeType: 'text/plain', buffer: Buffer.from(CANARY) });
  await dialog.getByRole('checkbox', { name: 'Password' }).check();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Seal and make the link' }).click();
  const whole = await ada.page.getByLabel('The whole link').inputValue();
  const { pathname, hash } = new URL(whole);
  await ada.page.getByRole('button', { name: 'Done' }).click();

  const visitor = await arrive();
  const asked: string[] = [];
  visitor.page.on('request', (request) => {
    asked.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  await visitor.page.goto(`${pathname}${hash}`);
  await visitor.page.getByText('Somebody sent you something sealed.').waitFor();
  await expect(visitor.page).toHaveURL(pathname);
  await visitor.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.page.getByRole('button', { name: 'Show', exact: true }).click();
  await visitor.page.getByText('second line').waitFor();
  await visitor.page.getByText('This was the last opening. Keep what you need.').waitFor();
  const saving = visitor.page.waitForEvent('download');
  await visitor.page.getByRole('link', { name: `Download ${CANARY}.txt` }).click();
  expect(readFileSync(await (await saving).path(), 'utf8')).toBe(CANARY);

  const third = await arrive();
  await third.page.goto(`${pathname}${hash}`);
  await third.page.getByText('This link does not exist or is no longer valid.').waitFor();

  await ada.page.goto('/links');
  await ada.page.getByText('It was opened for the last time and is deleted in an hour.').waitFor();
  for (const secret of [CANARY, PASSWORD, hash.slice(1)]) {
    expect([secret, isStored(product.dataDir, secret)]).toEqual([secret, false]);
    expect([secret, asked.some((each) => each.includes(secret))]).toEqual([secret, false]);
  }
});

test('a file is sealed from the panel of its clip, and opened by the command line', async ({
  product,
  arrive,
}) => {
  const { page } = await arrive();
  const { accessToken } = await signIn(product, page, await createAccount(product, 'Ada'));
  const clips = clipsOf(product, accessToken);
  const { id } = await clips.save('');
  await clips.attach(id, 'key.pem', 'text/plain', CANARY);
  await page.goto(`/clips/${id}`);
  await page.getByRole('group', { name: 'Clip actions' }).getByText('Share').click();
  await page.getByRole('button', { name: 'Seal', exact: true }).click();
  await page.getByRole('button', { name: 'Seal and make the link' }).click();
  const whole = await page.getByLabel('The whole link').inputValue();

  const folder = mkdtempSync(path.join(tmpdir(), 'clipline-opened-'));
  const open = () =>
    promisify(execFile)(process.execPath, ['--no-warnings', command, 'open', whole], {
      cwd: folder,
      env: { XDG_CONFIG_HOME: folder },
    });
  expect((await open()).stdout.trim()).toBe('key.pem');
  expect(readFileSync(path.join(folder, 'key.pem'), 'utf8')).toBe(CANARY);
  await expect(open()).rejects.toThrow('This link does not exist or is no longer valid.');
  rmSync(folder, { recursive: true });
});
