import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What axe finds once nothing moves: a colour on its way to another is neither of them. */
async function violationsOn(page: Page): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (within: Node, options: object) => Promise<AxeResults> };
    };
    /** What lies behind an open dialog can be neither reached nor read. */
    const within = () =>
      [...document.querySelectorAll('[role=dialog]')].findLast((each) => each.checkVisibility()) ??
      document;
    /** What turns for ever, such as a sign of waiting, changes no colour. */
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getTiming().iterations !== Infinity,
        );
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    /** A colour that is inherited starts its own way when the one above it is at its end. */
    const stillness = async () => {
      for (;;) {
        await nextFrame();
        await nextFrame();
        const all = moving();
        if (all.length === 0) return;
        await Promise.allSettled(all.map(({ finished }) => finished));
      }
    };
    let hasMoved = false;
    const notice = () => {
      hasMoved = true;
    };
    for (const begins of ['transitionrun', 'animationstart'])
      document.addEventListener(begins, notice, { capture: true });
    for (;;) {
      await stillness();
      hasMoved = false;
      const { violations } = await axe.run(within(), { resultTypes: ['violations'] });
      // What was seen in passing is looked at again.
      if (violations.length === 0 || !hasMoved) return violations;
    }
  });
}

/** The impacts that count, by axe's own names. */
type Impacts = readonly string[];
const GRAVE: Impacts = ['serious', 'critical'];
export const ALL: Impacts = ['minor', 'moderate', ...GRAVE];

/**
 * Nothing that axe calls serious or critical is on the page as it stands, and it does not scroll
 * sideways.
 */
async function expectAccessible(page: Page, impacts = GRAVE): Promise<void> {
  const violations = await violationsOn(page);
  const grave = violations.filter(({ impact }) => impacts.includes(impact ?? 'minor'));
  expect(
    grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`),
  ).toEqual([]);
  await expectNoSidewaysScroll(page);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrolled, shown } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    shown: innerWidth,
  }));
  expect(scrolled).toBeLessThanOrEqual(shown + 1);
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

/**
 * The same with both layouts and in both themes. Two looks show all of it: what a layout is made of
 * is the same in either theme, and every pair of colours is held to its contrast in both of them by
 * web/src/styles/tokens.test.ts.
 */
export async function expectAccessibleInEveryLook(page: Page, impacts = GRAVE): Promise<void> {
  for (const [viewport, colorScheme] of [
    [desktop, 'light'],
    [phone, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    await expectAccessible(page, impacts);
  }
  await page.setViewportSize(desktop);
}
