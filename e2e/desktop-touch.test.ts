import { addText, blockOf, frameOf } from './support/desktop.ts';
import { expect, test } from './support/story.ts';

test.beforeAll(async () => {});

test('a finger moves a block by its handle, and scrolls everywhere else', async ({ arrive }) => {
  const { page, context } = await arrive({
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
  });
  await page.goto('/desktop');
  await addText(page, 'moved by hand');
  const handle = page.getByRole('button', { name: 'Move moved by hand' });
  expect(await handle.evaluate((element) => getComputedStyle(element).touchAction)).toBe('none');
  expect(
    await blockOf(page, 'moved by hand').evaluate(
      (element) => getComputedStyle(element).touchAction,
    ),
  ).toBe('auto');

  const { x, y, width, height } = (await handle.boundingBox())!;
  const finger = { x: x + width / 2, y: y + height / 2 };
  const touch = await context.newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const touchPoints = [{ x: finger.x + 160 * share, y: finger.y + 120 * share }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByText('Layout saved').waitFor();
  await expect
    .poll(() => frameOf(blockOf(page, 'moved by hand')))
    .toMatchObject({ x: 160, y: 120 });
});
