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
