import type { Page } from '@playwright/test';
import { updateUser } from '../server/src/auth/auth.queries.ts';
import { codeAt, stepAt } from '../server/src/auth/totp.ts';
import { openStoreBeside } from '../server/src/core/db/open.ts';
import { callsOf } from './support/calls.ts';
import { type Account, createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { goToAuth } from './support/taken-over.ts';

// One of them asks a second step of everybody.
test.use({ environment: {} });

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As an app has it that read the secret. */
function appOf(secret: string) {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g)!;
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  // Each code counts once: the next one counts already.
  let by = 0;
  return () => codeAt(key, stepAt(Date.now()) + by++);
}

/** A device with a fingerprint reader, which agrees unless its person lets go of it. */
async function withAuthenticator({ context, page }: Person) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    agree: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await goToAuth(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await goToAuth(page);
}

const dashboard = /\/dashboard$/;

test('a passkey is added, and signs in alone', async ({ people, product }) => {
  const ada = await people.arrive();
  const { page } = ada;
  const finger = await withAuthenticator(ada);
  await signIn(product, page, await createAccount(product));
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Passkey added').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await page.getByText(/^Added .+ never used$/).waitFor();

  // Otherwise it picks what the field offers, before the button is pressed.
  await finger.agree(false);
  await logOut(page);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(button).toBeEnabled();
  await finger.agree(true);
  await button.click();
  await expect(page).toHaveURL(dashboard);
});

test('two steps, from turning them on to a lost phone', async ({ people, product }) => {
  const account = await createAccount(product);
  const { page } = await people.arrive();
  await signIn(product, page, account);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Authenticator app' });
  const secret = await setUp.locator('code').innerText();
  const code = appOf(secret.replaceAll(' ', ''));
  await setUp.getByLabel('Six digits').fill(code());
  await page.getByRole('dialog').getByRole('button', { name: 'Turn it on' }).click();
  // What changes how one signs in is confirmed, and goes on by itself.
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirming.getByLabel('Your password').fill(account.password);
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const recovery = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: 'I have saved them' }).click();

  await logOut(page);
  await logIn(page, account);
  await page.getByText('One more step').waitFor();
  await page.getByLabel('Six digits').fill(code());
  await expect(page).toHaveURL(dashboard);

  await logOut(page);
  await logIn(page, account);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(dashboard);
  await page.goto('/account');
  await page.getByText('9 of 10 left').waitFor();
});

test('where a second step is required, nothing else is reached until it stands', async ({
  people,
  product,
}) => {
  const [owner, guest] = [await createAccount(product), await createAccount(product, 'Lea')];
  const admin = await people.arrive();
  const { accessToken, userId } = await signIn(product, admin.page, owner);
  const store = openStoreBeside({ DATABASE_URL: undefined, DATA_DIR: product.dataDir });
  await updateUser(store.db, userId, { is_admin: 1 });
  await store.close();
  const server = callsOf(product, '/admin', accessToken);
  await callsOf(product, '/account', accessToken)('POST', '/confirm', { password: owner.password });
  await server('PATCH', '/server', { secondStep: 'required', graceDays: 0 });

  const lea = await people.arrive();
  const { page } = lea;
  await withAuthenticator(lea);
  await logIn(page, guest);
  await page.getByText('This server asks for a second step.').first().waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Set it up' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn it on' }).click();
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirming.getByLabel('Your password').fill(guest.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.goto('/dashboard');
  await page.getByRole('textbox').first().fill('in again');
  await page.getByRole('textbox').first().press('Enter');
  await page.getByRole('article').getByText('in again').waitFor();
});
