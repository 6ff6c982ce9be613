import { readFile } from 'node:fs/promises';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';

const add = async ({ page }: Person, text: string) => {
  const field = page.getByRole('textbox', { name: 'Text' });
  await field.fill(text);
  await field.press('Enter');
};

test('a laptop that is signed in and a phone that is not meet by a code, and part', async ({
  arrive,
  product,
}) => {
  const laptop = await arrive();
  const phone = await arrive({ viewport: { width: 390, height: 844 } });
  await signIn(product, laptop.page, await createAccount(product));
  await laptop.page.goto('/pair');
  await laptop.page.getByRole('button', { name: 'Show a code' }).click();
  const code = await laptop.page.getByText(/^[2-9A-Z]{3} [2-9A-Z]{3}$/).innerText();

  await phone.page.goto('/pair');
  await phone.page.getByLabel('Enter the code').fill(code.toLowerCase());
  await phone.page.getByRole('button', { name: 'Connect' }).click();
  const said = await phone.page.getByRole('heading', { name: /shows \d\d, too\./ }).innerText();
  const digits = /\d\d/.exec(said)?.[0];
  await phone.page.reload();
  await phone.page.getByText('Waiting for it to allow you…').waitFor();

  await laptop.page.getByText(`It shows ${digits}.`).waitFor();
  await laptop.page.getByRole('button', { name: 'Allow' }).click();
  for (const { page } of [laptop, phone]) await page.getByText(/^Paired until/).waitFor();

  await add(laptop, 'from the laptop');
  await phone.page.getByText('from the laptop').waitFor();
  await add(phone, 'from the phone');
  await laptop.page.getByText('from the phone').waitFor();
  await phone.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('soup') });
  const downloaded = laptop.page.waitForEvent('download');
  await laptop.page.getByRole('button', { name: 'Download' }).first().click();
  expect(await readFile(await (await downloaded).path(), 'utf8')).toBe('soup');

  await phone.page.reload();
  await phone.page.getByText('from the laptop').waitFor();
  await phone.page.getByRole('button', { name: 'End pairing' }).click();
  await phone.page.getByRole('dialog').getByRole('button', { name: 'End pairing' }).click();
  for (const { page } of [laptop, phone]) {
    await page.getByText('This pairing has ended.').waitFor();
    expect(await page.getByText('from the laptop').count()).toBe(0);
  }
  await laptop.page.goto('/desktop');
  await laptop.page.getByText('Nothing here yet').waitFor();
  expect(await laptop.page.getByText('from the laptop').count()).toBe(0);
});
