import type { Page } from '@playwright/test';

/**
 * A prerendered page listens once React has taken it over; what is pressed before is lost, or leads
 * to a page of its own.
 */
export async function takenOver(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      Object.keys(document.querySelector(wanted) ?? {}).some((key) => key.startsWith('__react')),
    selector,
  );
}

/** The sign-in screen, once its form listens. */
export async function goToAuth(page: Page, address = '/auth'): Promise<void> {
  await page.goto(address);
  await takenOver(page, 'form');
}
