import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Nothing that axe calls serious or critical is on the page as it stands, and it does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way to another is neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations === 1)
        .map((animation) => animation.finished),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual([]);
  const { scrolled, shown } = await page.evaluate(() => ({ scrolled: document.documentElement.scrollWidth, shown: innerWidth }));
  expect(scrolled).toBeLessThanOrEqual(shown);
}

export const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

/** The same in both themes, on a desktop and on a phone. One visit serves all four looks: loading again would only cost time. */
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      await expectAccessible(page);
    }
  }
  await page.setViewportSize(desktop);
}
