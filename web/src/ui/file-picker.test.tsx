import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FilePicker } from './file-picker.tsx';

test('is one button to a screen reader, and hands over the same file twice', async () => {
  const onFiles = vi.fn();
  await render(<FilePicker onFiles={onFiles} />);
  await expect
    .element(page.getByRole('button', { includeHidden: false }))
    .toHaveTextContent('Upload File');
  expect(page.getByRole('button').elements()).toHaveLength(1);
  const input = page.getByLabelText('Upload File').element() as HTMLInputElement;
  const file = new File(['a'], 'a.txt');
  for (const times of [1, 2]) {
    const picked = new DataTransfer();
    picked.items.add(file);
    input.files = picked.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.poll(() => onFiles.mock.calls.length).toBe(times);
  }
  expect(onFiles.mock.lastCall![0]).toEqual([file]);
});
