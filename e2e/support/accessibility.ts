import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';

const axeSource = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Of all its rules the only one that another theme can break. */
const COLOURS: RunOptions = { runOnly: ['color-contrast'] };

async function violationsOn(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: RunOptions) => Promise<AxeResults> };
    };
    return (await axe.run({ ...chosen, resultTypes: ['violations'] })).violations;
  }, options);
}

/** The impacts that count, by axe's own names. */
type Impacts = readonly string[];
const GRAVE: Impacts = ['serious', 'critical'];
export const ALL: Impacts = ['minor', 'moderate', ...GRAVE];

/**
 * Nothing that axe calls serious or critical is on the page as it stands, and it does not scroll
 * sideways.
 */
export async function expectAccessible(
  page: Page,
  options: RunOptions = {},
  impacts = GRAVE,
): Promise<void> {
  // A colour on its way to another is neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations === 1)
        .map((animation) => animation.finished),
    ),
  );
  const violations = await violationsOn(page, options);
  const grave = violations.filter(({ impact }) => impacts.includes(impact ?? 'minor'));
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`),
  ).toEqual([]);
  const { scrolled, shown } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    shown: innerWidth,
  }));
  expect(scrolled).toBeLessThanOrEqual(shown);
}

export const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

/**
 * The same in both themes, on a desktop and on a phone. One visit serves all four looks: loading
 * again would only cost time.
 */
export async function expectAccessibleInEveryLook(page: Page, impacts = GRAVE): Promise<void> {
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      await expectAccessible(page, colorScheme === 'dark' ? COLOURS : {}, impacts);
    }
  }
  await page.setViewportSize(desktop);
}
