import { afterAll, beforeAll, expect, test } from 'vitest';
import { addText, blockOf } from './support/desktop.ts';
import { arrive, closeBrowser, type Person } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let host: Person;
let guest: Person;
let stranger: Person;

/** As seen behind one public address, which strangers may share. */
const from = (address: string) =>
  arrive(product, { extraHTTPHeaders: { 'x-forwarded-for': address } });

beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY: '127.0.0.0/8,::1/128' });
  host = await from('203.0.113.7');
  guest = await from('203.0.113.7');
  stranger = await from('198.51.100.9');
});
afterAll(async () => {
  await closeBrowser();
  await product.dispose();
});

const lanDialog = ({ page }: Person) => page.getByRole('dialog', { name: 'LAN Discovery' });
const share = async ({ page }: Person) => {
  await page.goto('/desktop');
  await page.getByRole('button', { name: 'LAN Share' }).click();
  await page.getByText('Looking for devices').waitFor();
};

test('on a network that is not private the host decides who sees its desktop', async () => {
  await host.page.goto('/desktop');
  await addText(host.page, 'for a friend only');
  await host.page.getByRole('button', { name: 'LAN Share' }).click();
  await lanDialog(host).getByText('Your network is shared with strangers').waitFor();

  await share(guest);
  await lanDialog(guest).getByText('Waiting for approval…').waitFor();
  expect(await guest.page.getByText('for a friend only').count()).toBe(0);
  await host.page.keyboard.press('Escape');
  await lanDialog(host).waitFor({ state: 'detached' });
  // The question stands on the desktop too, not only in the dialog.
  await host.page
    .getByRole('region', { name: 'Waiting for your approval' })
    .getByRole('button', { name: /^Allow / })
    .click();
  await lanDialog(guest).getByText('Connected', { exact: true }).waitFor();
  await guest.page.keyboard.press('Escape');
  await guest.page.getByText('for a friend only').waitFor();
});

test('whoever is refused hears it', async () => {
  await guest.page.reload();
  await share(guest);
  await host.page
    .getByRole('region', { name: 'Waiting for your approval' })
    .getByRole('button', { name: /^Refuse / })
    .click();
  await guest.page.getByText('Failed to connect to peer', { exact: true }).waitFor();
  await lanDialog(guest)
    .getByRole('button', { name: /^Connect to / })
    .waitFor();
  expect(await guest.page.getByText('for a friend only').count()).toBe(0);
});

test('another network never meets this one', async () => {
  await share(stranger);
  await lanDialog(stranger).getByText('No other device yet.').waitFor();
  await addText(host.page, 'news');
  await blockOf(host.page, 'news').waitFor();
  expect(
    await lanDialog(stranger)
      .getByRole('button', { name: /^Connect to / })
      .count(),
  ).toBe(0);
});
