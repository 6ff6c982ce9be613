import '../styles/main.css';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { dialogIsOpen } from '../lib/shortcuts.ts';
import { confirm, openDialog } from './confirm.ts';
import { Dialog } from './dialog.tsx';
import { GoneDialog, dialogs, Overlays } from './overlays.tsx';

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

const openOther = dialogs(async () => ({
  Other: () => (
    <Dialog title="Other">
      <input aria-label="Name" />
    </Dialog>
  ),
  Gone: GoneDialog,
}));

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

test('one that is opened while another closes stays as it is', async () => {
  await render(<Opener />);
  await opener.click();
  await expect.element(page.getByLabelText('Link')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  // Keys of the page are heard again, though it can be seen still.
  await expect.poll(dialogIsOpen).toBe(false);
  openOther('Other');
  await page.getByLabelText('Name').fill('Trip');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Name')).toHaveValue('Trip');
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
});

test('one whose thing is gone is in no way of the next', async () => {
  await render(<Opener />);
  openOther('Gone');
  await opener.click();
  await expect.element(dialog).toBeVisible();
});

test.each([true, false])(
  'a question closed meanwhile tells whether it was done (%s)',
  async (works) => {
    await render(<Opener />);
    let end!: () => void;
    const act = () =>
      new Promise<void>(
        (resolve, reject) => (end = works ? resolve : () => reject(new Error('No'))),
      );
    const told = confirm({ title: 'Sure?', description: '', confirm: 'Yes', act });
    await page.getByRole('button', { name: 'Yes' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    end();
    expect(await told).toBe(works);
  },
);

test('letters typed while one loads come into its first text field, behind a choice, too', async () => {
  let come!: () => void;
  const coming = new Promise<void>((resolve) => (come = resolve));
  const openLate = dialogs(async () => {
    await coming;
    return {
      Late: () => (
        <Dialog title="Late">
          <button type="button">Never</button>
          <input type="checkbox" aria-label="Tell me" />
          <input aria-label="Link" readOnly />
          <input aria-label="Label" />
        </Dialog>
      ),
    };
  });
  await render(<Opener />);
  openLate('Late');
  await userEvent.keyboard('Fur Grace');
  come();
  await expect.element(page.getByLabelText('Label')).toHaveValue('Fur Grace');
  await expect.element(page.getByLabelText('Label')).toHaveFocus();
});
