import { afterAll, beforeAll, expect, test } from 'vitest';
import { clipsOf, PICTURE } from './support/clips.ts';
import { arrive, closeBrowser, createAccount, type Person, signIn } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';

const MARKUP = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script><a href="javascript:document.title='owned'">go</a>`;
const NAME = `"><img src=x onerror=document.title='owned'>.png`;

let product: Product;
let ada: Person;
let viewer: Person;
let clipId: string;

beforeAll(async () => {
  product = await startProduct();
  ada = await arrive(product);
  viewer = await arrive(product);
  const { accessToken } = await signIn(product, ada, await createAccount(product));
  const clips = clipsOf(product, accessToken);
  ({ id: clipId } = await clips.save(MARKUP));
  await clips.attach(clipId, NAME, 'image/png', PICTURE);
  await clips.attach(clipId, 'page.html', 'text/html', MARKUP);
});
afterAll(async () => {
  await closeBrowser();
  await product.dispose();
});

test('text and file names that look like markup stay what they are', async () => {
  const refused: string[] = [];
  for (const { page } of [ada, viewer])
    page.on(
      'console',
      (message) => /Content.Security.Policy/i.test(message.text()) && refused.push(message.text()),
    );
  await ada.page.goto('/dashboard');
  await ada.page.getByRole('article').getByText(MARKUP).waitFor();
  expect(await ada.page.title()).toBe('Dashboard · Clipline');

  for (const { page } of [ada, viewer]) {
    await page.goto(`/clips/${clipId}`);
    const files = page.getByRole('region', { name: 'Attached Files' });
    await files.getByText('page.html').waitFor();
    await files.getByText('onerror').waitFor();
    expect(await page.locator('img[src=x], main script').count()).toBe(0);
    expect(await page.title()).toBe('Shared Clip · Clipline');
  }
  expect(await viewer.page.getByLabel('View only - Owner can edit').inputValue()).toBe(MARKUP);
  // Opened by its own address it is a download, never a page of this site.
  const url = await viewer.page
    .getByRole('region', { name: 'Attached Files' })
    .getByRole('img')
    .getAttribute('src');
  const response = await fetch(new URL(url ?? '', product.url));
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(refused).toEqual([]);
});
