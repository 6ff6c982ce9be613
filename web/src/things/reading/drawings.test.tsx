import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { drawingOf } from './drawings.ts';
import { TextView } from './text-view.tsx';

const waiting = new AbortController().signal;
const markdown = (text: string) => ({ text, language: 'markdown' });
/** Takes the work of minutes. */
const endless = markdown(`${'(a.******~'.repeat(6000)}\n`);

test('what takes too long is ended, and what waits behind it is drawn', async () => {
  const drawings = [
    drawingOf(endless, waiting, 100),
    drawingOf(markdown('# a'), waiting),
    drawingOf(markdown('# b'), AbortSignal.abort()),
    drawingOf({ text: 'const a = 1;', language: 'typescript' }, waiting),
  ];
  expect((await Promise.all(drawings)).map((drawing) => drawing?.kind)).toEqual([
    undefined,
    'document',
    undefined,
    'code',
  ]);
});

test('a page goes on while a text is drawn, which stands plain meanwhile', async () => {
  const view = (text: string) => (
    <TextView label="Text" text={text} language="markdown" preview placeholder="" />
  );
  const { rerender } = await render(view(endless.text));
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue(endless.text);
  await rerender(view('# A heading'));
  await expect.element(page.getByRole('heading', { name: 'A heading' })).toBeVisible();
});
