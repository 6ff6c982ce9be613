import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyPage } from './lazy.tsx';

test('a page whose code could not be fetched offline comes by itself when the connection is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let offline = true;
  let asked = 0;
  const Page = lazyPage(async () => {
    asked += 1;
    if (offline) throw new TypeError('Failed to fetch dynamically imported module: /rooms.js');
    return { default: () => <h1>Rooms</h1> };
  });
  await render(
    <ErrorBoundary within path="/rooms">
      <Suspense fallback={<p>Loading</p>}>
        <Page />
      </Suspense>
    </ErrorBoundary>,
  );
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  // It fails once, and does not ask in a circle.
  expect(asked).toBe(1);
  offline = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('heading', { name: 'Rooms' })).toBeVisible();
});
