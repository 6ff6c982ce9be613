import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { expect, test } from './support/story.ts';

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
    'Everything is free on this server',
  ])
    await page.getByText(words).first().waitFor();
  // Nothing is sold by a server that is not set up for it.
  expect(await page.getByText('Free for 7 days, no credit card').first().isVisible()).toBe(false);
  const meta = (property: string) =>
    page.locator(`meta[property="${property}"]`).getAttribute('content');
  expect(await meta('og:title')).toBe('Clipline: Clipboard Anywhere, Instantly');
  expect(await meta('og:url')).toBe(`${product.url}/`);
  expect((await fetch((await meta('og:image')) ?? '')).headers.get('content-type')).toBe(
    'image/jpeg',
  );
});
