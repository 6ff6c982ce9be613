import '../styles/main.css';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { openDialog } from './confirm.ts';
import { Overlays } from './overlays.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => toast.clear());

test('a success is a polite status, an error an alert', async () => {
  await render(<Toaster />);
  toast.success('Link copied', 'Paste it anywhere');
  await expect.element(page.getByRole('status')).toHaveTextContent('Link copiedPaste it anywhere');
  toast.error('Failed to save clip');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to save clip');
  await expect.element(page.getByRole('status')).toHaveTextContent('');
});

test('dismissed, it is gone from sight and from readers at once', async () => {
  await render(<Toaster />);
  toast.error('Failed to save clip');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('Failed to save clip')).not.toBeVisible();
  expect(document.querySelector('[data-toast]')).toHaveProperty('inert', true);
});

test('an action acts and closes', async () => {
  let undone = 0;
  await render(<Toaster />);
  toast.success('Clip deleted', undefined, { action: { label: 'Undo', onPress: () => undone++ } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => undone).toBe(1);
  await expect.element(page.getByText('Clip deleted')).not.toBeVisible();
});

async function showBoth(): Promise<void> {
  await render(
    <MemoryRouter>
      <Toaster />
      <Overlays />
    </MemoryRouter>,
  );
  const copy = () =>
    toast.success('Link copied', undefined, { action: { label: 'Undo', onPress: () => {} } });
  openDialog({
    title: 'Share clip',
    children: (
      <button type="button" onClick={copy}>
        Copy
      </button>
    ),
  });
}

test('it can be read and pressed while a dialog is open, and leaves the dialog open', async () => {
  await showBoth();
  await page.getByRole('button', { name: 'Copy' }).click();
  // By role: what an open dialog hides from readers has none.
  await expect.element(page.getByRole('status').getByText('Link copied')).toBeVisible();
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.element(page.getByText('Link copied')).not.toBeVisible();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('on a phone it stands above the sheet that it is about', async () => {
  await page.viewport(390, 844);
  await showBoth();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByText('Link copied')).toBeVisible();
  const edge = (part: string) => document.querySelector(part)!.getBoundingClientRect();
  await expect.poll(() => Math.abs(edge('[role=dialog]').bottom - 844)).toBeLessThanOrEqual(1);
  expect(edge('[data-toaster]').bottom).toBeLessThan(edge('[role=dialog]').top);
});
