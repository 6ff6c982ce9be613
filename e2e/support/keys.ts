import type { Page } from '@playwright/test';

/** The keys of every page come with the navigation, which a page does not wait for. */
export const keysAreThere = (page: Page): Promise<void> =>
  page.getByRole('complementary', { name: 'Sidebar' }).waitFor();
