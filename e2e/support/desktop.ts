import type { Locator, Page } from '@playwright/test';

/** The block, or the card, that shows this text or file. */
export const blockOf = (page: Page, text: string, list = 'Blocks'): Locator =>
  page
    .getByRole('list', { name: list, exact: true })
    .getByRole('listitem')
    .filter({ hasText: text });

export async function addText(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New Text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to Desktop' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill(text);
  await dialog.getByRole('button', { name: 'Add Text' }).click();
  await dialog.waitFor({ state: 'detached' });
  await blockOf(page, text).waitFor();
}

/** Picks a handle up and leaves it picked up, `dx` and `dy` further. */
export async function pickUp(page: Page, handle: Locator, dx: number, dy: number): Promise<void> {
  await handle.scrollIntoViewIfNeeded();
  const box = (await handle.boundingBox())!;
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 5 });
}

/** Where a block stands on the board. */
export const frameOf = (
  block: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> =>
  block.evaluate((element) => {
    const { m41, m42 } = new DOMMatrix(getComputedStyle(element).transform);
    return { x: m41, y: m42, width: element.clientWidth + 2, height: element.clientHeight + 2 };
  });
