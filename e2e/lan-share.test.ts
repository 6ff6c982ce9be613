import { readFile } from 'node:fs/promises';
import { addText, blockOf } from './support/desktop.ts';
import { KILLED } from './support/environments.ts';
import type { Person } from './support/people.ts';
import { expect, test } from './support/story.ts';

test.describe.configure({ mode: 'serial' });
test.use({ environment: KILLED });

let host: Person;
let guest: Person;

/** Both come from this machine, which is one network. */
test.beforeAll(async ({ people }) => {
  host = await people.arrive();
  guest = await people.arrive();
});
test.afterAll(({ people }) => people.leave());

const BLOCKS = 'Blocks of Kitchen tablet';
const lanDialog = ({ page }: Person) => page.getByRole('dialog', { name: 'LAN Discovery' });
const closeDialog = async (person: Person) => {
  await lanDialog(person).getByRole('button', { name: 'Close' }).click();
  await lanDialog(person).waitFor({ state: 'detached' });
};
const says = ({ page }: Person, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor();

test('nothing is shown before LAN Share is pressed', async () => {
  await host.page.goto('/desktop');
  await addText(host.page, 'from the kitchen');
  await host.page
    .getByLabel('Upload File')
    .first()
    .setInputFiles({ name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('soup') });
  await blockOf(host.page, 'menu.txt').waitFor();

  await guest.page.goto('/desktop');
  const told = says(guest, 'No desktop data available to host');
  await guest.page.getByRole('button', { name: 'LAN Share' }).click();
  await told;
  await lanDialog(guest).getByText('No other device yet.').waitFor();
  await guest.page.getByText('Looking for devices').waitFor();
  expect(await guest.page.getByText('from the kitchen').count()).toBe(0);
});

test('a device that shares appears, connects by itself and is seen live', async () => {
  const told = Promise.all([says(host, 'Hosting Started'), says(host, 'LAN Discovery Active')]);
  await host.page.getByRole('button', { name: 'LAN Share' }).click();
  await told;
  const name = lanDialog(host).getByRole('textbox', { name: 'Name of this device' });
  await name.fill('Kitchen tablet');
  await name.press('Enter');

  await lanDialog(guest).getByText('Kitchen tablet').waitFor();
  await lanDialog(guest).getByText('Connected', { exact: true }).waitFor();
  await lanDialog(host)
    .getByRole('region', { name: 'Who sees your desktop' })
    .getByRole('button', { name: /^Disconnect / })
    .waitFor();
  await closeDialog(host);
  await host.page.getByRole('button', { name: 'LAN Active' }).waitFor();
  await lanDialog(guest).getByRole('button', { name: 'View desktop of Kitchen tablet' }).click();
  await guest.page.getByRole('button', { name: 'LAN Active' }).waitFor();

  await blockOf(guest.page, 'from the kitchen', BLOCKS).waitFor();
  await addText(host.page, 'said while connected');
  await blockOf(guest.page, 'said while connected', BLOCKS).waitFor();
  expect(
    await blockOf(guest.page, 'said while connected', BLOCKS)
      .getByRole('button', { name: 'Delete' })
      .count(),
  ).toBe(0);
  await blockOf(host.page, 'said while connected').getByRole('button', { name: 'Delete' }).click();
  await blockOf(guest.page, 'said while connected', BLOCKS).waitFor({ state: 'detached' });
});

test('its texts are copied and its files downloaded', async () => {
  await blockOf(guest.page, 'from the kitchen', BLOCKS)
    .getByRole('button', { name: 'Copy' })
    .click();
  await says(guest, 'Copied!');
  expect(await guest.page.evaluate(() => navigator.clipboard.readText())).toBe('from the kitchen');
  const downloaded = guest.page.waitForEvent('download');
  await blockOf(guest.page, 'menu.txt', BLOCKS).getByRole('button', { name: 'Download' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('menu.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('soup');
});

test('after the server was away they find each other again', async ({ product }) => {
  await product.kill();
  await guest.page.getByText('Connection lost. Reconnecting…').waitFor();
  await product.start();
  await expect.poll(() => guest.page.getByText('Connection lost. Reconnecting…').count()).toBe(0);
  await addText(host.page, 'said after the break');
  await expect.poll(() => blockOf(guest.page, 'said after the break', BLOCKS).count()).toBe(1);
});

test('Auto-Connect is remembered; without it a device is connected by hand', async () => {
  await guest.page.getByRole('button', { name: 'LAN Active' }).click();
  await lanDialog(guest).getByRole('switch', { name: 'Auto-Connect' }).click();
  await says(guest, 'Auto-Connect Disabled');
  await guest.page.reload();
  await guest.page.getByRole('button', { name: 'LAN Share' }).click();
  await lanDialog(guest).getByText('Kitchen tablet').waitFor();
  expect(await lanDialog(guest).getByRole('switch', { name: 'Auto-Connect' }).isChecked()).toBe(
    false,
  );
  await lanDialog(guest).getByRole('button', { name: 'Connect to Kitchen tablet' }).click();
  await lanDialog(guest).getByText('Connected', { exact: true }).waitFor();
  await lanDialog(guest).getByRole('switch', { name: 'Auto-Connect' }).click();
  await says(guest, 'Auto-Connect Enabled');
});

test('a guest that the host disconnects has to ask', async () => {
  await host.page.getByRole('button', { name: 'LAN Active' }).click();
  const guests = lanDialog(host).getByRole('region', { name: 'Who sees your desktop' });
  await guests.getByRole('button', { name: /^Disconnect / }).click();
  await guests.getByText('Nobody yet.').waitFor();
  await lanDialog(guest).getByRole('button', { name: 'Connect to Kitchen tablet' }).click();
  await lanDialog(guest).getByText('Waiting for approval…').waitFor();
  await lanDialog(host)
    .getByRole('button', { name: /^Allow / })
    .last()
    .click();
  await lanDialog(guest).getByText('Connected', { exact: true }).waitFor();
});

test('Stop ends it on both sides', async () => {
  await lanDialog(host).getByRole('button', { name: 'Stop' }).click();
  await says(host, 'Hosting Stopped');
  await closeDialog(host);
  await host.page.getByRole('button', { name: 'LAN Share' }).waitFor();
  await lanDialog(guest).getByText('No other device yet.').waitFor();
  await closeDialog(guest);
  await expect.poll(() => guest.page.getByText('from the kitchen').count()).toBe(0);
});
