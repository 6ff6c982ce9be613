import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Pager } from './pager.tsx';

test.each([
  [1, 3, false, true],
  [2, 3, true, true],
  [3, 3, true, false],
  [1, 1, false, false],
])('page %i of %i: back %s, on %s', async (current, pages, back, on) => {
  const onPageChange = vi.fn();
  await render(<Pager page={current} pages={pages} onPageChange={onPageChange} />);
  await expect.element(page.getByText(`Page ${current} of ${pages}`)).toBeInTheDocument();
  for (const [name, enabled, target] of [
    ['Previous', back, current - 1],
    ['Next', on, current + 1],
  ] as const) {
    const button = page.getByRole('button', { name });
    if (!enabled) await expect.element(button).toBeDisabled();
    else {
      await button.click();
      await expect.poll(() => onPageChange).toHaveBeenLastCalledWith(target);
    }
  }
});
