import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { copyImage, copyText } from './copy.ts';
import { selectInSight } from './select-in-sight.ts';

test('a text goes to the system’s clipboard', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  expect(await copyText('Buy milk')).toBe(true);
  expect(write).toHaveBeenCalledWith('Buy milk');
});

test.each([true, false])('refused there it goes by a selection (%s)', async (allowed) => {
  await render(<button type="button">Copy</button>);
  const button = page.getByRole('button', { name: 'Copy' }).element() as HTMLElement;
  button.focus();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
  let selected = '';
  vi.spyOn(document, 'execCommand').mockImplementation(() => {
    selected = (document.activeElement as HTMLTextAreaElement).value;
    return allowed;
  });
  expect(await copyText('Buy milk')).toBe(allowed);
  expect(selected).toBe('Buy milk');
  // Nothing is left of it, and focus is where it was.
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(button);
});

const dot = () => {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  return canvas;
};

test.each(['image/png', 'image/webp'])('a picture is copied as PNG (from %s)', async (type) => {
  const written: ClipboardItem[] = [];
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async (items) => {
    written.push(...items);
    await items[0]!.getType('image/png');
  });
  expect(await copyImage(dot().toDataURL(type))).toBe(true);
  expect((await written[0]!.getType('image/png')).type).toBe('image/png');
});

test('a picture that cannot be read is not copied', async () => {
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    await item!.getType('image/png');
  });
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 403 }));
  expect(await copyImage('/api/files/gone')).toBe(false);
});

test('a part of a long text is selected where it is seen', async () => {
  const text = `${'line\n'.repeat(500)}here`;
  await render(<textarea aria-label="Text" defaultValue={text} rows={5} />);
  const field = page.getByRole('textbox').element() as HTMLTextAreaElement;
  selectInSight(field, { start: text.length - 4, end: text.length });
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('here');
  expect(field.scrollTop).toBeGreaterThan(0);
  expect(document.activeElement).toBe(field);
});
