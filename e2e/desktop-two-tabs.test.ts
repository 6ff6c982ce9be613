import type { Page } from '@playwright/test';
import { addText, blockOf, frameOf, pickUp } from './support/desktop.ts';
import { KILLED } from './support/environments.ts';
import { createAccount, type Person, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { holdUndo } from './support/toasts.ts';

test.describe.configure({ mode: 'serial' });
test.use({ environment: KILLED });

let laptop: Person;
let tablet: Person;

test.beforeAll(async ({ people, product }) => {
  const account = await createAccount(product);
  laptop = await people.arrive();
  tablet = await people.arrive();
  await holdUndo(tablet.context);
  await signIn(product, laptop.page, account);
  await signIn(product, tablet.page, account);
});
test.afterAll(({ people }) => people.leave());

const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const expectAt = async (page: Page, text: string, x: number, y: number) => {
  await expect.poll(() => frameOf(blockOf(page, text))).toMatchObject({ x, y });
};

test('two devices of one person stay in step', async () => {
  await laptop.page.goto('/desktop');
  await addText(laptop.page, 'alpha');
  await live(laptop.page);
  await tablet.page.goto('/desktop');
  await blockOf(tablet.page, 'alpha').waitFor();
  await live(tablet.page);

  await addText(tablet.page, 'beta');
  await blockOf(laptop.page, 'beta').waitFor();
  await laptop.page.getByRole('button', { name: 'Move alpha' }).focus();
  await laptop.page.keyboard.press('Shift+ArrowDown');
  await expectAt(tablet.page, 'alpha', 0, 64);
  await blockOf(tablet.page, 'beta').getByRole('button', { name: 'Delete' }).click();
  await blockOf(laptop.page, 'beta').waitFor({ state: 'detached' });
  await tablet.page.getByRole('button', { name: 'Undo' }).click();
  await blockOf(laptop.page, 'beta').waitFor();
});

test('while both drag one block, neither is disturbed, and the last to let go wins', async () => {
  const { page: first } = laptop;
  const { page: second } = tablet;
  await pickUp(first, first.getByRole('button', { name: 'Move alpha' }), 320, 160);
  await pickUp(second, second.getByRole('button', { name: 'Move alpha' }), 160, 320);
  // What the toast says may still be about the step before.
  const saved = first.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/items/'),
  );
  await first.mouse.up();
  await saved;
  // The other one has heard of it by the time this text is there, and still holds its block.
  await addText(first, 'gamma');
  await blockOf(second, 'gamma').waitFor();
  await expectAt(second, 'alpha', 160, 384);
  await second.mouse.up();
  await second.getByText('Layout saved').waitFor();
  await expectAt(first, 'alpha', 160, 384);
  await expectAt(second, 'alpha', 160, 384);
});

test('after the server was away both catch up by themselves', async ({ product }) => {
  await product.kill();
  await expect.poll(() => tablet.page.getByText('Live', { exact: true }).count()).toBe(0);
  await product.start();
  await addText(laptop.page, 'after the break');
  await expect.poll(() => blockOf(tablet.page, 'after the break').count()).toBe(1);
});
