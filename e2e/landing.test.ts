import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { ALL, expectAccessibleInEveryLook } from './support/accessibility.ts';
import { SELLING } from './support/environments.ts';
import { type Account, createAccount, signIn } from './support/people.ts';
import { expect, test } from './support/story.ts';
import { takenOver } from './support/taken-over.ts';

test.use({ environment: SELLING });

let account: Account;

test.beforeAll(async ({ product }) => {
  account = await createAccount(product);
});

test('a visitor finds the way around the page and into the product', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Clipboard Anywhere, Instantly' }).waitFor();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  expect(await link('Get Started').getAttribute('href')).toBe('/auth?mode=login');
  expect(await link('Virtual Desktop').getAttribute('href')).toBe('/desktop');
  expect(await link('Login').getAttribute('href')).toBe('/auth?mode=login');
  expect(await link('Sign Up').getAttribute('href')).toBe('/auth?mode=register');

  const ground = () =>
    page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor);
  await expect.poll(ground).toBe('rgba(0, 0, 0, 0)');
  await page.evaluate(() => window.scrollTo(0, 11));
  await expect.poll(ground).toBe('rgb(250, 250, 247)');

  for (const [name, id] of [
    ['Features', 'features'],
    ['How it works', 'how-it-works'],
    ['Testimonials', 'testimonials'],
  ] as const) {
    await link(name).click();
    const top = () =>
      page.evaluate((target) => document.getElementById(target)?.getBoundingClientRect().top, id);
    await expect.poll(top).toBeLessThan(200);
    expect(new URL(page.url()).hash).toBe(`#${id}`);
  }
  for (const step of ['Register', 'Create Clipboard', 'Share via QR/Link', 'Collaborate'])
    await page.getByRole('heading', { name: step }).waitFor();
});

test('the code under the third step is real and opens this page', async ({ page, product }) => {
  await page.goto('/');
  const code = page.getByRole('img', { name: 'QR code of this page' });
  await page.getByRole('heading', { name: 'Share via QR/Link' }).scrollIntoViewIfNeeded();
  await code.waitFor();
  const read = async () => {
    const { data, width, height } = PNG.sync.read(
      await code.screenshot({ animations: 'disabled' }),
    );
    return jsQR.default(new Uint8ClampedArray(data), width, height)?.data;
  };
  await expect.poll(read).toBe(`${product.url}/`);
});

test.describe('pricing', () => {
  test('who is signed in is taken to the payment page', async ({ page, product }) => {
    await signIn(product, page, account);
    const sent: unknown[] = [];
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/stripe/checkout', async (route) => {
      sent.push(route.request().postDataJSON());
      await held;
      await route.fulfill({ json: { url: `${product.url}/quick-copy` } });
    });
    await page.goto('/');
    await page.getByRole('link', { name: 'Go to Dashboard' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Choose Pro' }).click();
    await page.getByRole('button', { name: 'Redirecting...' }).waitFor();
    answer();
    await page.waitForURL('**/quick-copy');
    expect(sent).toEqual([{ plan: 'pro' }]);
  });
});

test('testimonials move on every five seconds, and rest under the pointer', async ({ arrive }) => {
  const { page } = await arrive({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/');
  await takenOver(page, '#testimonials button');
  const carousel = page.getByRole('group', { name: 'Testimonials' });
  const dot = (number: number) =>
    carousel.getByRole('button', { name: `Show testimonial ${number}` });
  const current = () => carousel.locator('[aria-current=true]').getAttribute('aria-label');
  await carousel.getByRole('button', { name: 'Pause' }).waitFor();
  // From here on by this clock alone: on a busy machine it would move on while nothing is looked at.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const leave = async (number: number) => {
    await dot(number).blur();
    await page.getByRole('heading', { level: 1 }).hover();
  };
  await dot(1).click();
  await leave(1);
  await page.clock.runFor(5100);
  await expect.poll(current).toBe('Show testimonial 2');
  await dot(4).click();
  await page.clock.runFor(11_000);
  expect(await current()).toBe('Show testimonial 4');
  await leave(4);
  await page.clock.runFor(5100);
  await expect.poll(current).toBe('Show testimonial 1');
});

test('without scripts the words are there, and a link preview names the page', async ({
  arrive,
  product,
}) => {
  const visitor = await arrive({ javaScriptEnabled: false });
  const { page } = visitor;
  await page.goto('/');
  for (const words of [
    'Clipboard Anywhere, Instantly',
    'Shared by link or QR code',
    'Collaborate',
    'Most Popular',
    '7-day free trial',
  ])
    await page.getByText(words).first().waitFor();
  const meta = (property: string) =>
    page.locator(`meta[property="${property}"]`).getAttribute('content');
  expect(await meta('og:title')).toBe('Clipline: Clipboard Anywhere, Instantly');
  expect(await meta('og:url')).toBe(`${product.url}/`);
  expect((await fetch((await meta('og:image')) ?? '')).headers.get('content-type')).toBe(
    'image/jpeg',
  );
});

test('nothing that axe finds, no horizontal scroll, no complaint of the browser', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto('/');
  await page.getByRole('img', { name: 'The share dialog with a link and a QR code' }).waitFor();
  await expectAccessibleInEveryLook(page, ALL);
  expect(complaints).toEqual([]);
});
