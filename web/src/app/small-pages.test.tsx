import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pages } from '../pages.ts';
import { arrives, says, show } from '../testing/show.tsx';

test('an address of no page says so, and leads home', async () => {
  await show('/no-such-page', { as: null });
  await says(page.getByRole('main'), 'Oops! Page not found');
  await expect.poll(() => document.title).toContain('Page not found');
  await expect
    .element(page.getByRole('link', { name: 'Return to Home' }))
    .toHaveAttribute('href', '/');
});

test('who is signed in keeps the navigation at an address of no page', async () => {
  await show('/no-such-page');
  await says(page.getByRole('main'), 'Oops! Page not found');
  await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
});

test('quick copy says that it comes', async () => {
  await show('/quick-copy');
  await says(page.getByRole('main'), 'Copy Anything From Screen Coming Soon');
});

const guarded = pages.filter(({ access, path }) => access === 'signed-in' && !path.includes(':'));

test.each(guarded.map(({ path }) => path))('%s asks who comes first', async (path) => {
  await show(path, { as: null });
  await arrives('/auth');
  await expect.element(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});
