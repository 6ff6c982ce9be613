import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { chromiumOptions } from '../e2e/support/chromium-options.ts';
import { tellAddress } from '../e2e/support/reachable.ts';
import { measure } from './support/measure.ts';
import { sized } from './support/options.ts';
import { builds, freshFolder, startProduct } from './support/programs.ts';

/** Seconds of practised hands: Card, Moran and Newell, The keystroke-level model (1980). */
const KEY = 0.28;
const POINT_AND_PRESS = 1.1 + 0.1;
const THINK = 1.35;

const MARA = { name: 'Mara', email: 'mara@example.com', password: 'seven herons' };

/** What a person's hands take by the model, and what the product takes to answer by the clock. */
class Task {
  seconds = 0;
  presses = 0;

  think(): void {
    this.seconds += THINK;
  }
  async type(field: Locator, text: string): Promise<void> {
    this.seconds += KEY * (text.length + 1);
    await field.fill(text);
  }
  async press(page: Page, ...keys: readonly string[]): Promise<void> {
    this.seconds += KEY * keys.length;
    this.presses += 1;
    await page.keyboard.press(keys.join('+'));
  }
  async point(target: Locator): Promise<void> {
    this.aim();
    this.presses += 1;
    await target.click();
  }
  aim(): void {
    this.seconds += POINT_AND_PRESS;
  }
  async answer(work: Promise<unknown>): Promise<void> {
    const begun = performance.now();
    await work;
    this.seconds += (performance.now() - begun) / 1000;
  }
}

/** From the link in the terminal to a first clip. */
async function firstClip(page: Page, link: string): Promise<number> {
  const task = new Task();
  task.think();
  task.aim();
  const name = page.getByLabel('Name');
  await task.answer(page.goto(link).then(() => name.waitFor()));
  for (const [label, text] of [
    ['Name', MARA.name],
    ['Email', MARA.email],
    ['Password', MARA.password],
  ] as const) {
    task.think();
    await task.type(page.getByLabel(label, { exact: true }), text);
  }
  await page.evaluate(() => navigator.clipboard.writeText('what was copied before'));
  await task.press(page, 'Enter');
  await task.answer(page.getByText('Press Ctrl V to save what you copied').waitFor());
  task.think();
  await task.press(page, 'Control', 'v');
  await task.answer(page.getByRole('article').waitFor());
  return task.seconds;
}

/** From the first page of an account to the phone that is signed in; both lie at hand. */
async function phoneByScan(browser: Browser, page: Page): Promise<{ scan: number; paste: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await tellAddress(page, { url: new URL(page.url()).origin });
  await page.goto(new URL('/account', page.url()).href);
  const show = page.getByRole('button', { name: 'Show code' });
  await show.waitFor();
  const task = new Task();
  task.think();
  const opened = page.waitForResponse('**/api/auth/handover');
  await task.point(show);
  await task.answer(page.getByRole('img', { name: 'Code for your phone' }).waitFor());
  const { url } = (await (await opened).json()) as { url: string };
  // The port is chosen by the system, which the address of the code does not know.
  const scanned = new URL(`/handover${new URL(url).hash}`, page.url()).href;
  // Camera and link: once aimed, once pressed.
  task.aim();
  const go = phone.getByRole('button', { name: 'Continue' });
  await task.answer(phone.goto(scanned).then(() => go.waitFor()));
  await task.point(go);
  const allow = page.getByRole('button', { name: 'Allow' });
  await task.answer(allow.waitFor());
  task.think();
  await task.point(allow);
  await task.answer(phone.waitForURL('**/dashboard'));
  const scan = task.seconds;
  const paste = await laptopToPhone(page, phone);
  await context.close();
  return { scan, paste };
}

async function laptopToPhone(page: Page, phone: Page): Promise<number> {
  const task = new Task();
  await phone.getByText('what was copied before').waitFor();
  await page.goto(new URL('/dashboard', page.url()).href);
  await page.getByRole('article').waitFor();
  await page.evaluate(() => navigator.clipboard.writeText('for the other device'));
  await task.press(page, 'Control', 'v');
  await task.answer(phone.getByText('for the other device').first().waitFor());
  return task.seconds;
}

/** From /pair on two devices to the first text on the other: one shows a code, which the other types. */
async function pairByCode(browser: Browser, page: Page): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  const address = new URL('/pair', page.url()).href;
  for (const each of [page, phone]) await each.goto(address);
  const task = new Task();
  task.think();
  await task.point(page.getByRole('button', { name: 'Show a code' }));
  const code = page.getByText(/^\w{3} \w{3}$/);
  await task.answer(code.waitFor());
  task.think();
  await task.type(phone.getByLabel('Enter the code'), (await code.innerText()).replace(' ', ''));
  await task.press(phone, 'Enter');
  const allow = page.getByRole('button', { name: 'Allow' });
  await task.answer(allow.waitFor());
  task.think();
  await task.point(allow);
  for (const each of [page, phone])
    await task.answer(each.getByText('Live', { exact: true }).waitFor());
  await page.evaluate(() => navigator.clipboard.writeText('for who is paired'));
  await task.press(page, 'Control', 'v');
  await task.answer(phone.getByText('for who is paired').first().waitFor());
  await context.close();
  return task.seconds;
}

/** From what was copied to a link on the clipboard that works for an hour. */
async function shareForAnHour(page: Page): Promise<number> {
  const task = new Task();
  await page.evaluate(() => navigator.clipboard.writeText('for an hour'));
  await task.press(page, 'Control', 'v');
  const clip = page.getByRole('article').filter({ hasText: 'for an hour' });
  await clip.hover();
  await task.point(clip.getByRole('button', { name: 'Share' }));
  await task.point(page.getByRole('dialog').getByText('1 hour', { exact: true }));
  await page.getByText('Link copied').waitFor();
  return task.presses;
}

export async function tasks(): Promise<void> {
  const browser = await chromium.launch(chromiumOptions);
  const scans: number[] = [];
  const pastes: number[] = [];
  const presses: number[] = [];
  const codes: number[] = [];
  const row = { unit: 's', rounds: sized(3), warmUp: 0 };
  const here = { here: builds['here'] ?? '' };
  await measure('a newcomer’s first clip', { ...row, goal: '≤ 25' }, here, async (checkout) => {
    const product = await startProduct(checkout, freshFolder());
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const seconds = await firstClip(page, product.url + (await product.setUpPath));
    const { scan, paste } = await phoneByScan(browser, page);
    scans.push(scan);
    pastes.push(paste);
    presses.push(await shareForAnHour(page));
    codes.push(await pairByCode(browser, page));
    await context.close();
    await product.stop();
    return seconds;
  });
  for (const [name, goal, unit, measured] of [
    ['a phone is signed in by a scan', '≤ 12', 's', scans],
    ['from the laptop to the phone', '≤ 3', 's', pastes],
    ['shared for an hour', '≤ 3', 'presses', presses],
    ['two devices by a code', '≤ 20', 's', codes],
  ] as const)
    await measure(name, { ...row, unit, goal }, here, async () =>
      Promise.resolve(measured.pop() ?? Number.NaN),
    );
  await browser.close();
}
