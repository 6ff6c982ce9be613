import { callsOf } from './support/calls.ts';
import { clipsOf } from './support/clips.ts';
import { type Account, createAccount, signIn, tokenOf } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/story.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

/** Two browsers of one person, the second one named by them. */
async function twoDevices(
  arrive: (options?: object) => Promise<{ page: import('@playwright/test').Page }>,
  product: Parameters<typeof createAccount>[0],
) {
  const account: Account = await createAccount(product, 'Ada');
  const { page: laptop } = await arrive();
  const { page: phone } = await arrive({
    userAgent: PHONE,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { accessToken } = await signIn(product, laptop, account);
  await signIn(product, phone, account);
  return { laptop, phone, accessToken };
}

test('what is sent from one device is copied on the other by one press', async ({
  arrive,
  product,
}) => {
  const { laptop, phone, accessToken } = await twoDevices(arrive, product);
  await clipsOf(product, accessToken).save('Train 14:32 from platform 7');

  await phone.goto('/account');
  await phone
    .getByRole('button', { name: /^Rename / })
    .first()
    .click();
  const dialog = phone.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada’s phone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await phone.getByText('Ada’s phone').waitFor();
  // Who is there is read once, as the dialog opens; the line of a page comes after the page.
  const devices = callsOf(product, '/devices', accessToken);
  await expect
    .poll(() => devices<{ name: string; online: boolean }[]>('GET', ''))
    .toContainEqual(expect.objectContaining({ name: 'Ada’s phone', online: true }));

  await laptop.goto('/clips');
  const card = laptop.getByRole('article').filter({ hasText: 'Train 14:32' });
  await card.getByRole('link').first().focus();
  await laptop.keyboard.press('d');
  await laptop
    .getByRole('dialog', { name: 'Send to …' })
    .getByRole('button', { name: 'Ada’s phone Here now' })
    .click();
  await laptop.getByText('Sent to Ada’s phone').waitFor();

  const sheet = phone.getByRole('complementary', { name: / sent you a clip$/ });
  await sheet.getByText('Train 14:32 from platform 7').waitFor();
  await sheet.getByRole('button', { name: 'Copy' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe(
    'Train 14:32 from platform 7',
  );
});

test('what is new in a room shows on every device until one has seen it', async ({
  arrive,
  product,
}) => {
  const { laptop, phone, accessToken } = await twoDevices(arrive, product);
  const grace = await createAccount(product, 'Grace');
  const rooms = roomsOf(product, accessToken);
  const { id } = await rooms.create('Lisbon trip');
  await rooms.invite(id, grace.email);
  await laptop.goto('/rooms');
  await phone.goto('/rooms');
  await laptop.getByRole('article', { name: 'Lisbon trip' }).waitFor();
  await phone.getByRole('article', { name: 'Lisbon trip' }).waitFor();

  await roomsOf(product, await tokenOf(product, grace)).add(id, 'The keys are under the mat');
  for (const page of [laptop, phone]) {
    await page.getByRole('article', { name: 'Lisbon trip' }).getByText('1 new').waitFor();
    await expect(page).toHaveTitle('(1) Rooms · Clipline');
  }
  await laptop.getByRole('article', { name: 'Lisbon trip' }).getByRole('link').click();
  await laptop.getByRole('list', { name: 'Content' }).getByText('1 new').waitFor();
  await expect(laptop).toHaveTitle('Lisbon trip · Clipline');
  await expect(phone).toHaveTitle('Rooms · Clipline');
  await expect(phone.getByText('1 new')).toHaveCount(0);
});
