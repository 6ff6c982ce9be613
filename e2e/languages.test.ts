import { languages } from '@clipline/contract/languages.ts';
import type { Page } from '@playwright/test';
import { type Account, createAccount } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { goToAuth, takenOver } from './support/taken-over.ts';

let account: Account;

test.beforeAll(async ({ product }) => {
  account = await createAccount(product);
});

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

/** Chooses at the foot of the landing page, whatever the field is called in its language. */
async function choose(page: Page, name: string, language: string): Promise<void> {
  await takenOver(page, 'footer select');
  await page.locator('footer select').selectOption({ label: name });
  await page.locator(`html[lang=${language}]`).waitFor();
}

test('a language chosen on the landing page stays, through the sign-in and in the app', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Clipboard Anywhere, Instantly' }).waitFor();
  expect(await languageOf(page)).toBe('en');
  await page.goto('/?lang=de');
  expect(await languageOf(page)).toBe('de');
  // Over the address too.
  await choose(page, 'Français', 'fr');
  await page.reload();
  expect(await languageOf(page)).toBe('fr');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe(
    'Clipboard Anywhere, Instantly',
  );

  await goToAuth(page);
  await page.getByRole('heading', { name: 'Se connecter à Clipline' }).waitFor();
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.locator('form').getByRole('alert').getByText('Identifiants incorrects').waitFor();
  await page.getByLabel('Mot de passe', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.waitForURL('**/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Navigation principale' });
  await navigation.getByRole('link', { name: 'Presse-papiers' }).waitFor();
  await page.reload();
  await navigation.getByRole('link', { name: 'Bureau virtuel' }).waitFor();
  expect(await languageOf(page)).toBe('fr');

  await page.goto('/');
  await choose(page, 'English', 'en');
  await page.getByRole('heading', { level: 1, name: 'Clipboard Anywhere, Instantly' }).waitFor();
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Clipboards' })
    .waitFor();
});

test('in every language the prerendered pages are taken over without a complaint', async ({
  context,
  page,
  product,
}) => {
  const complaints: string[] = [];
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && complaints.push(`${message.text()} ${message.location().url}`),
  );
  page.on('pageerror', (error) => complaints.push(String(error)));
  for (const language of languages) {
    await context.addCookies([{ name: 'language', value: language, url: product.url }]);
    for (const path of ['/', '/auth']) {
      await page.goto(path);
      expect(await languageOf(page)).toBe(language);
      await takenOver(page, '#root h1');
    }
  }
  expect(complaints).toEqual([]);
});
