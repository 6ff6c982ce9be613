import { ProductError } from '@clipline/contract/errors.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { TextVersion } from '@clipline/contract/schemas/history.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { hear } from '../../testing/fake-socket.ts';
import { button, dialog, field, news, says, show } from '../../testing/show.tsx';
import { clip, file } from '../../testing/things.ts';

const MINE = clip('c1', { content: 'Milk\nBread\nTea', version: 3 });
const TEXTS: Readonly<Record<string, string>> = { 1: 'Milk', 2: 'Milk\nButter\nTea' };
const version = (number: number, change: Partial<TextVersion> = {}): TextVersion => ({
  version: number,
  savedAt: `2026-01-0${number}T03:04:05.000Z`,
  by: { kind: 'you' },
  chars: TEXTS[number]!.length,
  files: [],
  ...change,
});
const versions = () => dialog().getByRole('list', { name: 'Earlier versions' });
const entry = (at: number) => versions().getByRole('button').nth(at);
const changes = () => dialog().getByRole('group', { name: 'Changes' });
const restore = () => dialog().getByRole('button', { name: 'Restore this version' });

function serve(stored: Clip) {
  const held = { clip: stored };
  handle('GET /clipboard/{id}', () => held.clip);
  hear('join:clip', () => ({ ok: true, clip: held.clip }));
  return held;
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  serve(MINE);
  replies({ 'GET /clipboard/{id}/versions': [version(2), version(1)] });
  handle('GET /clipboard/{id}/versions/{version}', ({ params }) => ({
    content: TEXTS[params.version]!,
    files: [],
  }));
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});

const open = async () => {
  await show('/clips/c1');
  await button('More').click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect.element(dialog()).toBeVisible();
};

test('lists who wrote what, newest first, and shows what differs from now', async () => {
  replies({
    'GET /clipboard/{id}/versions': [
      version(2, { by: { kind: 'program', label: 'Backup' }, files: ['a.pdf'] }),
      version(1, { by: { kind: 'link', label: 'For Grace' } }),
    ],
  });
  await open();
  await says(entry(0), 'Program “Backup”');
  await says(entry(0), '15 characters · 1 file');
  await says(entry(1), 'Link “For Grace”');
  await says(entry(1), '4 characters');
  await expect.element(entry(0)).toHaveAttribute('aria-current');
  await says(changes(), 'Only in this version: Butter');
  await says(changes(), 'Only in the text of now: Bread');
  await entry(1).click();
  await says(changes(), 'Only in the text of now: Bread');
  await expect.element(changes()).not.toMatchTextContent('Butter');
  await expect
    .poll(() => sent('GET /clipboard/{id}/versions/{version}').map(({ params }) => params))
    .toEqual([
      { id: 'c1', version: '2' },
      { id: 'c1', version: '1' },
    ]);
  await expectAccessible();
});

test('shows the whole text on demand, which can be copied', async () => {
  await open();
  await dialog().getByRole('radio', { name: 'Text' }).click();
  await expect
    .element(dialog().getByRole('group', { name: 'Text' }))
    .toHaveTextContent('Milk Butter Tea');
  await dialog().getByRole('button', { name: 'Copy this version' }).click();
  await says(news(), 'Version copied');
  await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith('Milk\nButter\nTea');
});

test('arrows go from version to version', async () => {
  await open();
  // They come after the dialog, which takes the focus a moment after it is there.
  await expect.element(entry(1)).toBeVisible();
  await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
  (entry(0).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(entry(1)).toHaveFocus();
  await expect.element(entry(1)).toHaveAttribute('aria-current');
});

test('on a phone a version takes the place of the list, and leads back to it', async () => {
  await page.viewport(390, 844);
  await open();
  await expect.element(versions()).toBeVisible();
  await expect.element(restore()).not.toBeInTheDocument();
  await entry(1).click();
  await expect.element(versions()).not.toBeInTheDocument();
  const back = dialog().getByRole('button', { name: 'All versions' });
  await expect.element(back).toHaveFocus();
  await back.click();
  await expect.element(entry(1)).toHaveFocus();
});

describe('while there is nothing to see', () => {
  test('loads', async () => {
    handle('GET /clipboard/{id}/versions', silence);
    await open();
    await expect.element(dialog().getByText('Loading earlier versions…')).toBeInTheDocument();
  });

  test('none', async () => {
    replies({ 'GET /clipboard/{id}/versions': [] });
    await open();
    await says(dialog(), 'No earlier versions yet.');
  });

  test('failed, and read again on demand', async () => {
    replies({ 'GET /clipboard/{id}/versions': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    await open();
    await says(dialog(), 'The history could not be loaded');
    replies({ 'GET /clipboard/{id}/versions': [version(1)] });
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await says(versions(), '4 characters');
  });

  test('one that is kept no longer says so', async () => {
    const error = new ProductError('VERSION_NOT_FOUND');
    replies({ 'GET /clipboard/{id}/versions/{version}': refuse(error) });
    await open();
    await says(dialog(), error.message);
    expect(restore().query()).toBeNull();
  });
});

describe('restoring', () => {
  test('saves the text again over what is now, and can be undone', async () => {
    const held = serve(MINE);
    handle('POST /clipboard/{id}/versions/{version}/restore', () => {
      held.clip = { ...MINE, content: TEXTS[2]!, version: 4 };
      return held.clip;
    });
    handle('PUT /clipboard/{id}', ({ body }) => {
      held.clip = { ...MINE, content: body.content, version: 5 };
      return held.clip;
    });
    await open();
    await restore().click();
    await says(news(), 'restored');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(field('Clip content')).toHaveValue('Milk\nButter\nTea');
    await expect
      .poll(() => sent('POST /clipboard/{id}/versions/{version}/restore'))
      .toMatchObject([{ params: { id: 'c1', version: '2' }, headers: { 'if-match': '3' } }]);
    await button('Undo').click();
    await says(news(), 'The text is as before');
    await expect
      .poll(() => sent('PUT /clipboard/{id}'))
      .toMatchObject([{ headers: { 'if-match': '4' }, body: { content: MINE.content } }]);
    await expect.element(field('Clip content')).toHaveValue(MINE.content);
  });

  test.each([
    [refuse(new ProductError('VERSION_CONFLICT')), 'Somebody else saved this in the meantime'],
    [refuse(new ProductError('TOO_MANY_FILES')), new ProductError('TOO_MANY_FILES').message],
    [noReply(), 'Could not reach the server.'],
  ])('a failure says why, and leaves the dialog (%#)', async (reply, reason) => {
    replies({ 'POST /clipboard/{id}/versions/{version}/restore': reply });
    await open();
    await restore().click();
    await says(news(), 'The version could not be restored');
    await says(news(), reason);
    await expect.element(restore()).toBeEnabled();
  });

  test('what is the same as now has nothing to restore, but for files that went', async () => {
    handle('GET /clipboard/{id}/versions/{version}', ({ params }) => ({
      content: MINE.content,
      files: params.version === '1' ? ['a.pdf'] : [],
    }));
    await open();
    await says(changes(), 'This version is the same as the text of now.');
    await expect.element(restore()).toBeDisabled();
    await entry(1).click();
    await says(dialog(), 'Files then: a.pdf.');
    await expect.element(restore()).toBeEnabled();
  });
});

describe('forgetting', () => {
  const forget = async () => {
    await open();
    await dialog().getByRole('button', { name: 'Forget earlier versions' }).click();
    await says(page.getByRole('dialog').last(), 'All of them will be gone for good.');
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: 'Forget earlier versions' })
      .click();
  };

  test('asks before, and leaves nothing', async () => {
    handle('DELETE /clipboard/{id}/versions', () => {
      replies({ 'GET /clipboard/{id}/versions': [] });
      return { message: 'Gone' };
    });
    await forget();
    await says(news(), 'Earlier versions forgotten');
    await expect.element(page.getByText('No earlier versions yet.')).toBeVisible();
    await expect
      .poll(() => sent('DELETE /clipboard/{id}/versions')[0]!.params)
      .toEqual({ id: 'c1' });
  });

  test('names the files that go along', async () => {
    replies({ 'GET /clipboard/{id}/versions': [version(1, { files: ['a.pdf'] })] });
    serve({ ...MINE, files: [file('b.pdf')] });
    await open();
    await dialog().getByRole('button', { name: 'Forget earlier versions' }).click();
    await says(page.getByRole('dialog').last(), 'Deleted files that they had go with them.');
  });

  test('a failure is told', async () => {
    replies({ 'DELETE /clipboard/{id}/versions': noReply() });
    await forget();
    await says(news(), 'The earlier versions could not be forgotten');
  });
});
