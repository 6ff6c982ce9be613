import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/**
 * Both layouts and both themes: what a layout is made of is the same in either theme, and every pair
 * of colours is held to its contrast in both of them by `styles/tokens.test.ts`.
 */
const LOOKS = [
  [1440, 'light'],
  [360, 'dark'],
] as const;

/** As far as a page is one here: its head, and what lies behind an open dialog, is none of it. */
async function faults(): Promise<string[]> {
  let within: Element = document.body;
  for (const dialog of document.querySelectorAll('[role=dialog]'))
    if (dialog.checkVisibility()) within = dialog;
  const { violations } = await axe.run(within, { resultTypes: ['violations'] });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Nothing that axe calls serious or critical is on the page, and it does not scroll sideways. */
export async function expectAccessible(): Promise<void> {
  const { dataset } = document.documentElement;
  const before = dataset['theme'];
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 844);
    dataset['theme'] = theme;
    // A colour on its way to another is neither of them: looked at until nothing is found.
    await expect.poll(faults, { interval: 500 }).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width + 1);
  }
  dataset['theme'] = before;
}
