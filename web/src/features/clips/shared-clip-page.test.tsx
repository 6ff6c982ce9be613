import { ProductError } from '@clipline/contract/errors.ts';
import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  handle,
  later,
  noReply,
  refuse,
  replies,
  sent,
  silence,
} from '../../testing/fake-server.ts';
import {
  connected,
  cutConnections,
  hear,
  heard,
  takeConnections,
  tell,
} from '../../testing/fake-socket.ts';
import {
  arrives,
  button,
  choose,
  field,
  goTo,
  isStillAt,
  main,
  news,
  says,
  select,
  show,
} from '../../testing/show.tsx';
import { clip, file } from '../../testing/things.ts';

const GRACE = { id: 'grace', name: 'Grace', email: 'grace@example.com' };
const text = () => field('Clip content');
const viewed = () => field('View only - Owner can edit');

/** The server has this clip; a socket that joins gets it too. */
function serve(stored: Clip) {
  const held = { clip: stored };
  handle('GET /clipboard/{id}', () => held.clip);
  hear('join:clip', () => ({ ok: true, clip: held.clip }));
  return held;
}

beforeEach(() => {
  replies({
    'GET /tags': [],
    'GET /clipboard/history': { clips: [], total: 0 },
    'GET /clipboard/stats': { totalClips: 0, textClips: 0, favoriteClips: 0, activeRooms: 0 },
  });
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});

/** Of a line this long the beginning is shown; it is one that a browser takes no time for. */
const HARD = 'я '.repeat(11_000);

describe('a visitor with the link', () => {
  const THEIRS = clip('c1', { userId: GRACE.id, content: 'Her text', files: [file('a.pdf')] });
  const visit = { as: null };

  test('waits for it', async () => {
    handle('GET /clipboard/{id}', silence);
    hear('join:clip', () => ({ ok: false, error: 'Later' }));
    await show('/clips/c1', visit);
    await expect.element(page.getByText('Loading clip...')).toBeInTheDocument();
  });

  test('reads the beginning of a text that would freeze the page, and all of it when asked for', async () => {
    const held = serve({ ...THEIRS, content: HARD });
    await show('/clips/c1', visit);
    await expect.element(viewed()).toHaveValue(HARD.slice(0, 4000));
    await button('Copy Content').click();
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith(HARD);
    await button('Show all').click();
    await expect.element(viewed()).toHaveValue(HARD);
    await expect.element(button('Show all')).not.toBeInTheDocument();
    await connected('join:clip');
    // What its owner makes of it is another text, which its reader has not asked for.
    held.clip = { ...held.clip, content: `!${HARD}`, version: 2 };
    tell('clip-content-updated', { clipId: 'c1', content: `!${HARD}`, version: 2 });
    await expect.element(viewed()).toHaveValue(`!${HARD.slice(0, 3999)}`);
  });

  test('reads, copies and takes along, and changes nothing', async () => {
    serve(THEIRS);
    await show('/clips/c1', visit);
    await expect.element(viewed()).toHaveValue('Her text');
    await expect.element(viewed()).toHaveAttribute('readonly');
    await says(main(), 'View only mode. Copy or download the content.');
    await expect.element(button('Save Changes')).not.toBeInTheDocument();
    await button('Copy Content').click();
    await says(news(), 'Content copied to clipboard');
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith('Her text');
    await expect.element(page.getByText('a.pdf')).toBeVisible();
    await expect.element(button('Remove a.pdf')).not.toBeInTheDocument();
    await expect
      .poll(() => sent('GET /clipboard/{id}')[0])
      .toMatchObject({
        params: { id: 'c1' },
        authorization: null,
      });
    await connected('join:clip');
    await expect.poll(() => heard('join:clip')[0]).toEqual({ clipId: 'c1' });
  });

  test('reads it under one bar, no wider than a page of paper', async () => {
    await page.viewport(1440, 900);
    serve(clip('c1', { userId: GRACE.id, content: 'Her text' }));
    await show('/clips/c1', visit);
    const box = () => viewed().element().getBoundingClientRect();
    await expect.element(viewed()).toHaveValue('Her text');
    await expect.poll(() => box().top).toBeLessThanOrEqual(160);
    expect(box().width).toBeLessThanOrEqual(720);
    expect(document.querySelectorAll('header')).toHaveLength(1);
    for (const name of ['Login', 'Sign Up'])
      await expect.element(page.getByRole('link', { name })).toBeVisible();

    await page.viewport(390, 844);
    // Within reach of a thumb.
    await expect
      .poll(() => button('Copy Content').element().getBoundingClientRect().top)
      .toBeGreaterThan(760);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(391);
  });

  test.each([
    [
      'text',
      () => tell('clip-content-updated', { clipId: 'c1', content: 'New', version: 2 }),
      'Content updated by owner',
    ],
    [
      'files',
      () =>
        tell('clip-files-updated', {
          clipId: 'c1',
          files: [file('a.pdf'), file('b.pdf')],
          version: 2,
        }),
      'Files updated by owner',
    ],
  ])('sees new %s, and is told', async (what, change, toast) => {
    serve(THEIRS);
    await show('/clips/c1', visit);
    await expect.element(viewed()).toHaveValue('Her text');
    await connected('join:clip');
    change();
    await says(news(), toast);
    if (what === 'text') await expect.element(viewed()).toHaveValue('New');
    else await expect.element(page.getByText('b.pdf')).toBeVisible();
  });

  test('drops news that are older than what is shown, and of other clips', async () => {
    serve({ ...THEIRS, version: 5 });
    await show('/clips/c1', visit);
    await expect.element(viewed()).toHaveValue('Her text');
    await connected('join:clip');
    tell('clip-content-updated', { clipId: 'c1', content: 'Older', version: 4 });
    tell('clip-content-updated', { clipId: 'c2', content: 'Another', version: 9 });
    tell('clip-content-updated', { clipId: 'c1', content: 'Newer', version: 6 });
    await expect.element(viewed()).toHaveValue('Newer');
  });

  test('after a cut catches up with what was missed', async () => {
    const held = serve(THEIRS);
    await show('/clips/c1', visit);
    await says(main(), 'Live');
    cutConnections();
    await says(main(), 'Offline. Reconnecting…');
    held.clip = { ...THEIRS, content: 'Meanwhile', version: 7 };
    takeConnections();
    window.dispatchEvent(new Event('online'));
    await expect.element(viewed()).toHaveValue('Meanwhile');
    await says(main(), 'Live');
  });

  test('is told when the link ends', async () => {
    serve(THEIRS);
    await show('/clips/c1', visit);
    await expect.element(viewed()).toBeVisible();
    await connected('join:clip');
    tell('link:closed', { clipId: 'c1' });
    await expect.element(viewed()).not.toBeInTheDocument();
    await expect.element(main().getByRole('alert')).toBeVisible();
  });

  test.each([
    [null, 'Go to the home page', '/'],
    [undefined, 'Go to your clips', '/clips'],
  ])('a clip that is not there leads on (%s)', async (as, name, to) => {
    replies({ 'GET /clipboard/{id}': refuse(new ProductError('CLIP_NOT_FOUND')) });
    hear('join:clip', () => ({ ok: false, error: 'Clip not found', code: 'CLIP_NOT_FOUND' }));
    await show('/clips/gone', { ...(as === null && { as }) });
    await expect.element(page.getByText('This clip is not here')).toBeVisible();
    await expect.element(main().getByRole('link', { name })).toHaveAttribute('href', to);
    await says(news(), 'Failed to load clip');
  });

  test('a clip that could not be read is read again on demand', async () => {
    replies({ 'GET /clipboard/{id}': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    hear('join:clip', () => ({ ok: false, error: 'Too many requests' }));
    // What it joins later would bring the clip too.
    await show('/clips/c1', { ...visit, connects: false });
    await expect.element(page.getByText('The clip could not be loaded')).toBeVisible();
    serve(THEIRS);
    await button('Try again').click();
    await expect.element(viewed()).toHaveValue('Her text');
  });
});

describe('what is read', () => {
  const MARKDOWN = '# Sprint review\n\n- [x] **Composer**\n';
  const CODE = "import os\n\ndef main():\n    print('hi')\n";
  const reads = async (content: string) => {
    serve(clip('c1', { userId: GRACE.id, content }));
    await show('/clips/c1', { as: null });
  };
  const kind = () => page.getByRole('combobox', { name: 'Kind of text' });
  const coloured = () => document.querySelector('main .text-violet');
  const title = () => main().getByRole('heading', { name: 'Sprint review', level: 2 });

  test('code takes on colours where it stands, and stays a text to select and copy', async () => {
    await reads(CODE);
    await expect.element(viewed()).toHaveValue(CODE);
    await expect.poll(coloured).not.toBeNull();
    await expect.element(kind()).toHaveValue('python');
    const [plain, colours] = [viewed().element(), coloured()!.closest('[inert]')!];
    expect(colours.scrollHeight).toBe(plain.scrollHeight);
    await button('Copy Content').click();
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith(CODE);
  });

  test('Markdown stands as what it means, or as it was written', async () => {
    await reads(MARKDOWN);
    await expect.element(title()).toBeVisible();
    await button('Copy Content').click();
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith(MARKDOWN);
    await page.getByRole('radio', { name: 'Text', exact: true }).click();
    await expect.element(viewed()).toHaveValue(MARKDOWN);
    await expect.element(title()).not.toBeInTheDocument();
  });

  test('as what a text is read is chosen, and kept for that clip', async () => {
    await reads(MARKDOWN);
    await select('Kind of text', 'Text');
    await expect.element(viewed()).toHaveValue(MARKDOWN);
    await goTo('/auth');
    await expect.element(viewed()).not.toBeInTheDocument();
    await goTo('/clips/c1');
    await expect.element(kind()).toHaveValue('text');
  });

  test('its owner writes plain text, and looks at the preview', async () => {
    serve(clip('c1', { content: MARKDOWN }));
    await show('/clips/c1');
    await expect.element(text()).toHaveValue(MARKDOWN);
    await page.getByRole('radio', { name: 'Preview' }).click();
    await expect.element(title()).toBeVisible();
    await page.getByRole('radio', { name: 'Text', exact: true }).click();
    await text().fill('# Another\n\n- one `word`');
    await says(main(), 'Unsaved changes');
  });

  test.each([
    ['first words', 'First words\nand more', 'First words · Shared Clip · Clipline'],
    [
      'without what is secret',
      'password: hunter2hunter2',
      'password: •••••••• · Shared Clip · Clipline',
    ],
  ])('words stand in the title: %s', async (_what, content, words) => {
    await reads(content);
    await expect.element(viewed()).toHaveValue(content);
    await expect.poll(() => document.title).toBe(words);
  });

  test('a clip of files alone has no buttons of a text', async () => {
    serve(clip('c1', { userId: GRACE.id, content: '', files: [file('a.pdf')] }));
    await show('/clips/c1', { as: null });
    await expect.element(page.getByText('a.pdf').first()).toBeVisible();
    await expect.element(button('Copy Content')).not.toBeInTheDocument();
    await expect.element(button('Download')).not.toBeInTheDocument();
  });
});

describe('its owner', () => {
  const MINE = clip('c1', { content: 'My text', version: 3 });

  test('saves with the version that is known, and is told', async () => {
    const held = serve(MINE);
    const answer = later<Clip>();
    handle('PUT /clipboard/{id}', () => answer.reply);
    await show('/clips/c1');
    await expect.element(text()).toHaveValue('My text');
    await says(main(), 'You can edit this clip.');
    await expect.element(button('Save Changes')).toBeDisabled();
    await text().fill('My new text');
    await says(main(), 'Unsaved changes');
    await button('Save Changes').click();
    await expect.element(button('Saving...')).toBeVisible();
    held.clip = { ...MINE, content: 'My new text', version: 4 };
    answer.give(held.clip);
    await says(news(), 'Clip updated successfully');
    await expect
      .poll(() => sent('PUT /clipboard/{id}')[0])
      .toMatchObject({
        params: { id: 'c1' },
        body: { content: 'My new text' },
        headers: { 'if-match': '3' },
      });
    await expect.element(button('Save Changes')).toBeDisabled();
  });

  test('reads the beginning of what others sent to freeze the page, and edits all of it', async () => {
    const held = serve({ ...MINE, content: HARD });
    handle('PUT /clipboard/{id}', ({ body }) => {
      held.clip = { ...MINE, ...body, version: 4 };
      return held.clip;
    });
    await show('/clips/c1');
    await expect.element(text()).toHaveValue(HARD.slice(0, 4000));
    await expect.element(text()).toHaveAttribute('readonly');
    await expect.element(button('Save Changes')).toBeDisabled();
    await button('Show all').click();
    await expect.element(text()).not.toHaveAttribute('readonly');
    await text().fill(`${HARD}!`);
    // What is typed here stays whole.
    await expect.element(text()).toHaveValue(`${HARD}!`);
    await button('Save Changes').click();
    await says(news(), 'Clip updated successfully');
    expect(sent('PUT /clipboard/{id}')[0]).toMatchObject({ body: { content: `${HARD}!` } });
    await expect.element(text()).toHaveValue(`${HARD}!`);
  });

  test('comes to its heading, also once that of the page which waited is gone', async () => {
    const answer = later<Clip>();
    handle('GET /clipboard/{id}', () => answer.reply);
    hear('join:clip', () => ({ ok: false, error: 'Later' }));
    await show('/clips');
    await goTo('/clips/c1');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    answer.give(MINE);
    await expect.element(text()).toHaveValue('My text');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('on a phone what can be done is within reach', async () => {
    await page.viewport(390, 844);
    try {
      serve(MINE);
      await show('/clips/c1');
      await expect
        .element(main().getByRole('heading', { level: 1, name: 'Shared Clip' }))
        .toBeVisible();
      for (const name of ['Share', 'More', 'Upload File', 'Save Changes', 'Copy Content'])
        await expect.element(button(name)).toBeInViewport();
      await button('More').click();
      for (const name of ['Add to favorites', 'History', 'Delete'])
        await expect.element(page.getByRole('menuitem', { name })).toBeVisible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(391);
    } finally {
      await page.viewport(1280, 800);
    }
  });

  test('below files a line of text is a line', async () => {
    await page.viewport(1440, 900);
    try {
      serve({ ...MINE, files: [1, 2, 3, 4, 5, 6, 7].map((number) => file(`${number}.pdf`)) });
      await show('/clips/c1');
      await expect.element(button('Download 7.pdf')).toBeVisible();
      expect(text().element().clientHeight).toBeLessThan(60);
    } finally {
      await page.viewport(1280, 800);
    }
  });

  test('names of files can be read in a narrow column', async () => {
    await page.viewport(1024, 768);
    try {
      serve({ ...MINE, files: [file('contract of the flat.pdf')] });
      await show('/clips/c1');
      const name = page.getByTitle('contract of the flat.pdf');
      await expect.element(name).toBeVisible();
      expect(name.element().clientWidth).toBeGreaterThan(100);
    } finally {
      await page.viewport(1280, 800);
    }
  });

  test('logging out asks about a text that is not saved', async () => {
    serve(MINE);
    replies({ 'POST /auth/logout': { message: 'Logged out' } });
    await show('/clips/c1');
    await text().fill('Not yet');
    await says(main(), 'Unsaved changes');
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await says(page.getByRole('dialog'), 'Log out without saving?');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(text()).toHaveValue('Not yet');
    expect(sent('POST /auth/logout')).toEqual([]);
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await button('Discard and log out').click();
    await says(news(), 'Logged out successfully');
    await expect.poll(() => sent('POST /auth/logout')).toHaveLength(1);
  });

  test.each(['s', 'S', 'ы'])('saves by the keyboard, as by Ctrl and %s', async (key) => {
    const held = serve(MINE);
    handle('PUT /clipboard/{id}', ({ body }) => (held.clip = { ...MINE, ...body, version: 4 }));
    await show('/clips/c1');
    await text().fill('By key');
    const press = { key, code: 'KeyS', ctrlKey: true, bubbles: true };
    text().element().dispatchEvent(new KeyboardEvent('keydown', press));
    await expect.poll(() => held.clip.content).toBe('By key');
    await says(news(), 'Clip updated successfully');
  });

  test('keeps what was typed where a save fails', async () => {
    serve(MINE);
    replies({ 'PUT /clipboard/{id}': noReply() });
    await show('/clips/c1');
    await text().fill('Not yet');
    await button('Save Changes').click();
    await says(news(), 'Failed to update clip: Could not reach the server.');
    await expect.element(text()).toHaveValue('Not yet');
    await expect.element(button('Save Changes')).toBeEnabled();
  });

  test('chooses between two versions, and the chosen one is saved over the newer', async () => {
    const held = serve(MINE);
    handle('PUT /clipboard/{id}', ({ headers, body }) =>
      headers?.['if-match'] === '3'
        ? refuse(new ProductError('VERSION_CONFLICT'))
        : (held.clip = { ...held.clip, ...body, version: 5 }),
    );
    await show('/clips/c1');
    // Joined later, the page would know the other version before it saves.
    await connected('join:clip');
    await text().fill('Mine');
    held.clip = { ...MINE, content: 'From another device', version: 4 };
    await button('Save Changes').click();
    await says(main(), 'Another version was saved in the meantime');
    await says(main(), 'From another device');
    await button('Keep this version').click();
    await expect.poll(() => held.clip.content).toBe('Mine');
    await expect
      .poll(() => sent('PUT /clipboard/{id}').map(({ headers }) => headers?.['if-match']))
      .toEqual(['3', '4']);
    await expect.element(text()).toHaveValue('Mine');
  });

  test('may decide later between them, and loses nothing until then', async () => {
    const held = serve(MINE);
    replies({ 'PUT /clipboard/{id}': refuse(new ProductError('VERSION_CONFLICT')) });
    const { unmount } = await show('/clips/c1');
    await text().fill('Mine');
    held.clip = { ...MINE, content: 'From another device', version: 4 };
    await button('Save Changes').click();
    await button('Decide later').click();
    await expect.element(text()).toHaveValue('Mine');
    await unmount();
    await show('/clips/c1');
    await says(main(), 'A newer version was saved elsewhere.');
    await expect.element(text()).toHaveValue('Mine');
  });

  test('uploads chosen files with the next save', async () => {
    const held = serve(MINE);
    handle('POST /clipboard/{id}/files', ({ file: given }) => {
      const stored = file(given.name, { size: given.size });
      held.clip = { ...held.clip, files: [...held.clip.files, stored], version: 4 };
      return stored;
    });
    replies({ 'GET /files/{fileId}': new Response('12345') });
    await show('/clips/c1');
    await expect.element(text()).toBeVisible();
    await choose(new File(['12345'], 'plan.txt'));
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    await expect.element(heading('Pending Files')).toBeVisible();
    const middle = (name: string) => {
      const { top, height } = heading(name).element().getBoundingClientRect();
      return top + height / 2;
    };
    const before = middle('Pending Files');
    expect(sent('POST /clipboard/{id}/files')).toEqual([]);
    await button('Save Changes').click();
    await says(news(), 'Clip updated successfully');
    await says(news(), 'Files uploaded successfully');
    const [upload] = sent('POST /clipboard/{id}/files');
    expect(upload!.file.name).toBe('plan.txt');
    expect(await upload!.file.text()).toBe('12345');
    await expect.element(heading('Attached Files')).toBeVisible();
    // Success moves nothing.
    expect(Math.abs(middle('Attached Files') - before)).toBeLessThanOrEqual(1);
  });

  test('removes a file after a question', async () => {
    serve({ ...MINE, files: [file('a.pdf'), file('b.pdf')] });
    replies({ 'DELETE /clipboard/{id}/files/{fileId}': { message: 'Removed' } });
    await show('/clips/c1');
    await button('Remove a.pdf').click();
    await says(page.getByRole('dialog'), 'Remove file?');
    expect(sent('DELETE /clipboard/{id}/files/{fileId}')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await says(news(), 'File removed');
    await expect
      .poll(() => sent('DELETE /clipboard/{id}/files/{fileId}')[0]!.params)
      .toEqual({
        id: 'c1',
        fileId: 'file-a-pdf',
      });
    await expect.element(button('Remove a.pdf')).not.toBeInTheDocument();
    await expect.element(button('Remove b.pdf')).toHaveFocus();
  });

  test('deletes it and comes to the list', async () => {
    serve(MINE);
    replies({ 'DELETE /clipboard/{id}': { message: 'Deleted' } });
    await show('/clips/c1');
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await arrives('/clips');
    await says(news(), 'Clip deleted');
    await expect.poll(() => sent('DELETE /clipboard/{id}')[0]!.params).toEqual({ id: 'c1' });
  });

  test('what was typed survives that another device deleted it', async () => {
    serve(MINE);
    const saved = clip('c2', { content: 'Half a thought' });
    await show('/clips/c1');
    await text().fill('Half a thought');
    await connected('join:clip');
    replies({ 'GET /clipboard/{id}': refuse(new ProductError('CLIP_NOT_FOUND')) });
    tell('clip-update', { clipId: 'c1', change: 'deleted', version: null, via: null });
    await says(main(), 'This clip was deleted');
    await expect.element(field('Unsaved text')).toHaveValue('Half a thought');
    replies({ 'POST /clipboard': saved });
    serve(saved);
    await button('Save as new clip').click();
    await arrives('/clips/c2');
    await expect.poll(() => sent('POST /clipboard')[0]!.body.content).toBe('Half a thought');
  });

  test('saved as a new clip, it does not call back its person, who has gone on meanwhile', async () => {
    const slow = later<Clip>();
    serve(MINE);
    await show('/clips/c1');
    await text().fill('Half a thought');
    await connected('join:clip');
    replies({
      'GET /rooms': [],
      'GET /clipboard/{id}': refuse(new ProductError('CLIP_NOT_FOUND')),
    });
    tell('clip-update', { clipId: 'c1', change: 'deleted', version: null, via: null });
    handle('POST /clipboard', () => slow.reply);
    await button('Save as new clip').click();
    await expect.poll(() => sent('POST /clipboard').length).toBe(1);
    await goTo('/rooms');
    await says(main(), 'No rooms found.');
    slow.give(clip('c2', { content: 'Half a thought' }));
    await says(news(), 'Clip saved successfully');
    await isStillAt('/rooms');
  });

  test('leaving with unsaved text says that it is kept', async () => {
    serve(MINE);
    await show('/clips/c1');
    await text().fill('Unfinished');
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await says(news(), 'Your text is kept');
  });

  test('opens an address that is closed', async () => {
    serve({ ...MINE, addressOpen: false });
    handle('PATCH /clipboard/{id}/address', ({ body }) => ({
      ...MINE,
      addressOpen: body.open,
      version: 4,
    }));
    await show('/clips/c1');
    const open = main().getByRole('button', { name: /address|link|open/i });
    await open.first().click();
    await expect
      .poll(() => sent('PATCH /clipboard/{id}/address').map(({ body }) => body))
      .toEqual([{ open: true }]);
  });
});
