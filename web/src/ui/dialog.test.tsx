import '../styles/main.css';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { openDialog } from './confirm.ts';
import { Overlays } from './overlays.tsx';

const share = () =>
  openDialog({
    title: 'Share clip',
    description: 'Anyone with this link can read the clip.',
    children: <input aria-label="Link" />,
  });

const Opener = () => (
  <MemoryRouter>
    <button type="button" onClick={share}>
      Share
    </button>
    <Overlays />
  </MemoryRouter>
);

const opener = page.getByRole('button', { name: 'Share' });
const dialog = page.getByRole('dialog', { name: 'Share clip' });

test.each(['{Escape}', 'Close', 'outside'])(
  'focus goes in, and back to the opener, by %s',
  async (way) => {
    await render(<Opener />);
    await opener.click();
    await expect.element(dialog).toBeVisible();
    await expect
      .element(dialog)
      .toHaveAccessibleDescription('Anyone with this link can read the clip.');
    await expect.element(page.getByLabelText('Link')).toHaveFocus();
    if (way === 'Close') await page.getByRole('button', { name: 'Close' }).click();
    else if (way === 'outside')
      await userEvent.click(document.body, { position: { x: 4, y: 4 }, force: true });
    else await userEvent.keyboard(way);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  },
);

test('Tab stays inside', async () => {
  await render(<Opener />);
  await opener.click();
  await expect.element(page.getByLabelText('Link')).toHaveFocus();
  for (let press = 0; press < 5; press++) {
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  }
});

test('on a phone it stands at the bottom, as wide as the screen', async () => {
  await page.viewport(390, 844);
  await render(<Opener />);
  await opener.click();
  await expect.element(dialog).toBeVisible();
  const box = () => dialog.element().getBoundingClientRect();
  await expect.poll(() => Math.abs(box().bottom - 844)).toBeLessThanOrEqual(1);
  await expect.poll(() => Math.abs(box().width - 390)).toBeLessThanOrEqual(1);
  await page.viewport(1280, 800);
});
