import { newAccount, type Person } from './support/people.ts';
import { tellAddress } from './support/reachable.ts';
import { expect, test } from './support/story.ts';
import { goToAuth, takenOver } from './support/taken-over.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });
// A product of its own, which nobody runs yet.
test.use({ environment: {} });

const owner = newAccount('Mara');
const guest = newAccount('Lea');
let mara: Person;
let lea: Person;

test.beforeAll(async ({ people }) => {
  mara = await people.arrive();
  await holdUndo(mara.context);
  lea = await people.arrive();
});
test.afterAll(({ people }) => people.leave());

/** Whom the server takes is shown before it knows. */
async function letIn(whom: string): Promise<void> {
  const known = mara.page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/admin/server') && response.request().method() === 'PATCH',
  );
  await mara.page.getByRole('radio', { name: whom }).click({ force: true });
  await known;
}

test('from a fresh server to the first clip, by the link of the terminal', async ({ product }) => {
  const { page } = mara;
  await page.goto(await product.setUpLink());
  await page.getByRole('heading', { name: 'Make it yours' }).waitFor();
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('');
  await page.getByLabel('Name').fill(owner.name);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Copy here, paste there.' }).waitFor();
  await page.getByRole('textbox', { name: 'Paste or type to save a clip' }).fill('the first one');
  await page.keyboard.press('Enter');
  await page.getByRole('article').filter({ hasText: 'the first one' }).waitFor();
  await expect(page.getByRole('list', { name: 'First steps' })).toHaveCount(0);
  // The link is dead with it.
  await lea.page.goto(await product.setUpLink());
  await lea.page.getByRole('heading', { name: 'This link is over' }).waitFor();
});

test('a closed server offers no sign-up, from the first byte on', async () => {
  const { page } = mara;
  await page.goto('/admin');
  await letIn('Nobody');
  await page.getByText('No one, not even with an invitation.').waitFor();

  const html = await (await lea.page.request.get('/')).text();
  expect(html).toContain('<html data-registration="closed"');
  await lea.page.goto('/');
  await takenOver(lea.page, 'header a');
  await lea.page.getByRole('link', { name: 'Login' }).waitFor();
  await expect(lea.page.getByRole('link', { name: 'Sign Up' }).first()).toBeHidden();
  await lea.page.goto('/auth?mode=register');
  await lea.page.getByText('Sign-ups are closed on this server.').waitFor();
  await lea.page.goto('/admin');
  await lea.page.getByText('404').waitFor();
});

test('an invitation by mail lets in its address, at once and once', async ({ product }) => {
  const { page } = mara;
  await letIn('By invitation');
  await page.getByText('People here may also bring others').waitFor();
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  await dialog.getByLabel('Address').fill(guest.email);
  await dialog.getByLabel('Note').fill('For the flat');
  await page.getByRole('button', { name: 'Make the invitation' }).click();
  await page.getByText(`Invitation for ${guest.email}`).waitFor();
  const link = await page.getByLabel('Link of the invitation').inputValue();

  expect(await product.mailbox.link(guest.email, /./)).toBe(link);
  await goToAuth(lea.page, link);
  await lea.page.getByRole('heading', { name: 'You are invited' }).waitFor();
  await expect.poll(() => lea.page.evaluate(() => location.hash)).toBe('');
  await lea.page.getByLabel('Name').fill(guest.name);
  await lea.page.getByLabel('Email').fill(guest.email);
  await lea.page.getByLabel('Password', { exact: true }).fill(guest.password);
  await lea.page.getByLabel('Confirm password').fill(guest.password);
  await lea.page.keyboard.press('Enter');
  await lea.page.waitForURL('**/dashboard');

  await page.getByRole('radio', { name: 'Used' }).click({ force: true });
  await page.getByText(`Used by ${guest.name}`).waitFor();
});

test('a person who is at work is disabled, and back, at once', async () => {
  const { page } = mara;
  await lea.page.getByRole('textbox', { name: 'Paste or type to save a clip' }).fill('half a thou');
  await page.getByRole('link', { name: /^People/ }).click();
  await page.getByRole('button', { name: `More: ${guest.name}` }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByText(`${guest.name} is disabled and signed out`).waitFor();
  await lea.page.waitForURL('**/auth');
  await lea.page.getByLabel('Email').fill(guest.email);
  await lea.page.getByLabel('Password').fill(guest.password);
  await lea.page.getByRole('button', { name: 'Log in' }).click();
  await lea.page.getByRole('alert').getByText('This account is disabled.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${guest.name} may sign in again`).waitFor();
  await lea.page.getByRole('button', { name: 'Log in' }).click();
  await lea.page.waitForURL('**/dashboard');
  await expect(lea.page.getByRole('textbox', { name: 'Paste or type to save a clip' })).toHaveValue(
    'half a thou',
  );
});

test('what the server holds, and what was done', async () => {
  const { page } = mara;
  await page.getByRole('link', { name: 'Server' }).click();
  // Counts may be some seconds old.
  await expect(async () => {
    await page.reload();
    await page.getByText('2 people').waitFor({ timeout: 2000 });
  }).toPass();
  await page.getByText(`${owner.name} disabled ${guest.email}`).waitFor();
  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await page.getByText('Written to the outbox folder. Nobody gets it.').waitFor();
});

test('a phone is in by a scan, which the computer allows', async ({ arrive, product }) => {
  const { page } = mara;
  const phone = await arrive({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await tellAddress(page, product);
  await page.goto('/account');
  const opened = page.waitForResponse('**/api/auth/handover');
  await page.getByRole('button', { name: 'Show code' }).click();
  const { url } = (await (await opened).json()) as { url: string };
  await page.getByRole('img', { name: 'Code for your phone' }).waitFor();

  await phone.page.goto(url);
  await phone.page.getByRole('heading', { name: /^Sign in on this device as m•••@/ }).waitFor();
  await expect.poll(() => phone.page.evaluate(() => location.hash)).toBe('');
  await phone.page.getByRole('button', { name: 'Continue' }).click();
  await phone.page.getByRole('heading', { name: 'Allow it on your computer' }).waitFor();
  const code = await phone.page.getByText(/^\d\d$/).innerText();
  const question = page.getByRole('dialog', { name: /to sign in as you\?$/ });
  await question.getByText(code, { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('dialog', { name: /is signed in$/ }).waitFor();
  await phone.page.waitForURL('**/dashboard');
  await phone.page.getByRole('article').filter({ hasText: 'the first one' }).waitFor();
});
