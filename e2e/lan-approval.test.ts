import { addText, blockOf } from './support/desktop.ts';
import type { Person } from './support/people.ts';
import { expect, test } from './support/story.ts';

test.describe.configure({ mode: 'serial' });

let host: Person;
let guest: Person;
let stranger: Person;

/** As seen behind one public address, which strangers may share. */
const behind = (address: string) => ({ extraHTTPHeaders: { 'x-forwarded-for': address } });

test.use({ environment: { TRUST_PROXY: '127.0.0.0/8,::1/128' } });
test.beforeAll(async ({ people }) => {
  host = await people.arrive(behind('203.0.113.7'));
  guest = await people.arrive(behind('203.0.113.7'));
  stranger = await people.arrive(behind('198.51.100.9'));
});
test.afterAll(({ people }) => people.leave());

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

test('a refused guest is told', async () => {
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
