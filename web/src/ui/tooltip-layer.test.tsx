import '../styles/main.css';
import { Trash2 } from 'lucide-react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { IconButton } from './button.tsx';
import { TooltipLayer } from './tooltip-layer.tsx';

const tip = () => document.querySelector('[popover]')!;

test('an icon button has a name, and a tooltip by pointer and by keyboard', async () => {
  await render(
    <>
      <IconButton icon={Trash2} label="Delete" />
      <TooltipLayer />
    </>,
  );
  const button = page.getByRole('button', { name: 'Delete' });
  expect(tip().matches(':popover-open')).toBe(false);
  await button.hover();
  await expect.poll(() => tip().matches(':popover-open') && tip().textContent).toBe('Delete');
  await userEvent.unhover(button);
  await expect.poll(() => tip().matches(':popover-open')).toBe(false);
  await userEvent.keyboard('{Tab}');
  await expect.element(button).toHaveFocus();
  await expect.poll(() => tip().matches(':popover-open')).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => tip().matches(':popover-open')).toBe(false);
});
