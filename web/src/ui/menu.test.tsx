import '../styles/main.css';
import { Pencil, Trash2, EllipsisVertical } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Menu } from './menu.tsx';

const rename = vi.fn();
const remove = vi.fn();

function Example() {
  return (
    <main>
      <Menu
        label="More"
        icon={EllipsisVertical}
        items={[
          { label: 'Rename', icon: Pencil, onSelect: rename },
          { label: 'Delete', icon: Trash2, onSelect: remove, danger: true },
        ]}
      />
    </main>
  );
}

const button = page.getByRole('button', { name: 'More' });

test('opens and acts by keyboard, and gives focus back', async () => {
  await render(<Example />);
  await userEvent.keyboard('{Tab}');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(remove).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('opens by pointer, stays in main, closes with Escape', async () => {
  await render(<Example />);
  await button.click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  expect(page.getByRole('menu').element().closest('main')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  expect(rename).not.toHaveBeenCalled();
});
