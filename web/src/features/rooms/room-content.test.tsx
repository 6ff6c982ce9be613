import { ProductError } from '@clipline/contract/errors.ts';
import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { USER } from '../../testing/fake-browser.ts';
import { fakeLinks } from '../../testing/fake-links.ts';
import { fakeRoom } from '../../testing/fake-room.ts';
import { handle, noReply, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { connected, tell } from '../../testing/fake-socket.ts';
import {
  arrives,
  button,
  choose,
  dialog,
  field,
  main,
  news,
  says,
  select,
  show,
} from '../../testing/show.tsx';
import { item, member, PICTURE, room } from '../../testing/things.ts';

const ME = member(USER.id, { name: 'Ada', email: USER.email, role: 'owner' });
const NOTE = item('note', { content: 'Train at nine', version: 2 });
const PLAN = item('plan', {
  type: 'file',
  content: '',
  file_name: 'plan.pdf',
  file_type: 'application/pdf',
  file_size: 2048,
  file_url: '/api/files/plan?signature=s',
});
const MAP = item('map', { ...PLAN, id: 'map', file_name: 'map.png', file_type: 'image/png' });
const cards = () => main().getByRole('article');
const card = (text: string) => cards().filter({ hasText: text });
const focus = (text: string) => (card(text).element() as HTMLElement).focus();

const serve = (content: RoomContent[], change: Partial<Room> = {}) =>
  fakeRoom(room('trip', { name: 'Trip', members: [ME], content, ...change }));

beforeEach(async () => {
  await page.viewport(1440, 900);
  serve([NOTE]);
  replies({ 'GET /rooms/{id}/activity': [], 'GET /rooms': [] });
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});

describe('editing a text', () => {
  const text = () => dialog().getByRole('textbox', { name: 'Text' });
  const save = () => dialog().getByRole('button', { name: 'Save Changes' }).click();
  const edit = async (typed: string) => {
    await show('/rooms/trip');
    await card('Train').getByRole('button', { name: 'Edit' }).click();
    await expect.element(text()).toHaveFocus();
    const edited = text().element() as HTMLTextAreaElement;
    await expect.poll(() => edited.selectionStart).toBe(edited.value.length);
    await text().fill(typed);
  };
  const PATCH = 'PATCH /rooms/{id}/content/{contentId}';

  test('by its key', async () => {
    handle(PATCH, ({ body }) => ({ ...NOTE, content: body.content, version: 3 }));
    await edit('Train at ten');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await says(news(), 'Content updated');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('a blank text is none', async () => {
    await edit('   ');
    await expect.element(dialog().getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  });

  test('two saves meet in a choice', async () => {
    const theirs = { ...NOTE, content: 'Train at eight', version: 3 };
    const held = serve([NOTE]);
    handle(PATCH, ({ headers, body }) =>
      headers['if-match'] === '2'
        ? refuse(new ProductError('VERSION_CONFLICT', {}, undefined, { item: theirs }))
        : { ...theirs, content: body.content, version: 4 },
    );
    await edit('Train at ten');
    // Joined later, the page would know of the other text before it saves.
    await connected('join:room');
    held.room = { ...held.room, content: [theirs] };
    await save();
    await says(dialog(), 'Edit text: two versions');
    await says(dialog(), 'Train at eight');
    await dialog().getByRole('button', { name: 'Keep mine' }).click();
    await says(news(), 'Content updated');
    await expect
      .poll(() => sent(PATCH).map(({ headers, body }) => [headers['if-match'], body.content]))
      .toEqual([
        ['2', 'Train at ten'],
        ['3', 'Train at ten'],
      ]);
  });

  test.each([
    [refuse(new ProductError('TEXT_TOO_LONG')), 'The text is too long.'],
    [noReply(), 'Could not reach the server.'],
  ])('a failure says why, and leaves the text (%#)', async (reply, reason) => {
    replies({ [PATCH]: reply });
    await edit('Train at ten');
    await save();
    await says(news(), 'Failed to update content');
    await says(news(), reason);
    await expect.element(text()).toHaveValue('Train at ten');
  });

  test('one that was deleted meanwhile can be added anew', async () => {
    const held = serve([NOTE]);
    replies({ [PATCH]: refuse(new ProductError('CONTENT_NOT_FOUND')) });
    handle('POST /rooms/{id}/content', ({ body }) => item('new', { content: body.content }));
    await edit('Train at ten');
    await connected('join:room');
    held.room = { ...held.room, content: [], contentTotal: 0 };
    await save();
    await says(dialog(), 'This item was deleted.');
    await dialog().getByRole('button', { name: 'Add as new content' }).click();
    await says(news(), 'Content added');
    await expect
      .poll(() => sent('POST /rooms/{id}/content')[0]!.body)
      .toMatchObject({ content: 'Train at ten' });
  });

  test('in a room that is closed it can be copied', async () => {
    await edit('Train at ten');
    await connected('join:room');
    tell('room:updated', { roomId: 'trip', change: 'removed' });
    await says(dialog(), 'The room is closed to you by now.');
    await dialog().getByRole('button', { name: 'Copy text' }).click();
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith('Train at ten');
  });

  test('closed unsaved it is kept, and goes on', async () => {
    await edit('Train at ten');
    await userEvent.keyboard('{Escape}');
    await says(news(), 'Your text is kept');
    await button('Continue').click();
    await expect.element(text()).toHaveValue('Train at ten');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(sent(PATCH)).toEqual([]);
  });
});

describe('deleting', () => {
  const DELETE = 'DELETE /rooms/{id}/content/{contentId}';
  const remove = async () => {
    await show('/rooms/trip');
    await card('Train').getByRole('button', { name: 'Delete' }).click();
    await says(dialog(), 'Train at nine');
    await says(dialog(), 'All room members can delete content');
    await dialog().getByRole('button', { name: 'Delete' }).click();
  };

  test('takes it away at once, and Undo brings it back', async () => {
    const held = serve([NOTE, PLAN]);
    handle(DELETE, () => {
      held.room = { ...held.room, content: [PLAN], contentTotal: 1 };
      return { message: 'Deleted' };
    });
    handle('POST /rooms/{id}/content/{contentId}/restore', () => {
      held.room = { ...held.room, content: [NOTE, PLAN], contentTotal: 2 };
      return NOTE;
    });
    await remove();
    await says(news(), 'Content deleted');
    await expect.element(cards()).toHaveLength(1);
    await button('Undo').click();
    await says(news(), 'Content restored');
    await expect.element(cards()).toHaveLength(2);
  });

  test('what could not be deleted comes back', async () => {
    replies({ [DELETE]: noReply() });
    await remove();
    await says(news(), 'Failed to delete content');
    await expect.element(card('Train')).toBeVisible();
  });
});

describe('files', () => {
  test('a picture is looked at, any other is fetched', async () => {
    const followed = fakeLinks();
    replies({ 'GET /files/{fileId}': new Response('The plan') });
    serve([MAP, PLAN]);
    await show('/rooms/trip');
    await card('map.png').getByRole('button', { name: 'Preview' }).click();
    await expect
      .element(dialog().getByRole('img', { name: 'Preview of map.png' }))
      .toHaveAttribute('src', '/api/files/plan?signature=s');
    await says(dialog(), '2 KB');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(card('plan.pdf').getByRole('button', { name: 'Preview' }).query()).toBeNull();
    await card('plan.pdf').getByRole('button', { name: 'Download' }).click();
    await expect.poll(() => followed.map(({ name }) => name)).toContain('plan.pdf');
  });

  test('a preview that is made later shows, and a press opens the picture', async () => {
    serve([MAP]);
    await show('/rooms/trip');
    await expect.element(card('map.png')).toBeVisible();
    const shown = () => card('map.png').element().querySelector('img');
    expect(shown()).toBeNull();
    await connected('join:room');
    const preview = { url: PICTURE, width: 640, height: 480 };
    tell('file:preview', { roomId: 'trip', fileId: 'plan', preview });
    await expect.poll(() => shown()?.getAttribute('src')).toBe(preview.url);
    await card('map.png').click({ position: { x: 40, y: 40 } });
    await says(dialog(), 'map.png');
  });

  test('Enter looks at a picture and copies a text', async () => {
    serve([MAP, NOTE]);
    await show('/rooms/trip');
    await expect.element(cards()).toHaveLength(2);
    focus('Train');
    await userEvent.keyboard('{Enter}');
    await says(news(), 'Copied');
    focus('map.png');
    await userEvent.keyboard('{Enter}');
    await says(dialog(), 'map.png');
  });

  test('arrows go from card to card', async () => {
    serve([NOTE, PLAN]);
    await show('/rooms/trip');
    await expect.element(cards()).toHaveLength(2);
    focus('Train');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(card('plan.pdf')).toHaveFocus();
  });

  test('uploads show how far they are, and what failed is tried again', async () => {
    const uploads = () => page.getByRole('region', { name: 'Uploads' });
    handle('POST /rooms/{id}/upload', silence);
    await show('/rooms/trip');
    await expect.element(cards()).toHaveLength(1);
    await choose(new File(['1'], 'a.txt'), new File(['2'], 'b.txt'));
    await expect.element(page.getByRole('progressbar', { name: 'Uploading a.txt' })).toBeVisible();
    await expect.poll(() => sent('POST /rooms/{id}/upload').length).toBe(1);
    replies({ 'POST /rooms/{id}/upload': refuse(new ProductError('STORAGE_FULL')) });
    await button('Cancel upload of a.txt').click();
    await says(news(), 'b.txt: Storage is full');
    await says(uploads(), 'One file could not be uploaded.');
    await expect.element(uploads()).not.toMatchTextContent('a.txt');
    replies({ 'POST /rooms/{id}/upload': { ...PLAN, id: 'b', file_name: 'b.txt' } });
    await uploads().getByRole('button', { name: 'Try again' }).click();
    await says(news(), 'File uploaded');
    await expect.element(uploads()).not.toBeInTheDocument();
  });
});

describe('a long text', () => {
  test('shows its beginning, and the rest on demand', async () => {
    serve([item('long', { content: `${'line\n'.repeat(400)}The end` })]);
    await show('/rooms/trip');
    await expect.element(main()).not.toMatchTextContent('The end');
    await button('Show more').click();
    await says(main(), 'The end');
    await expect.element(page.getByRole('group', { name: 'Whole text' })).toBeVisible();
    await button('Show less').click();
    await expect.element(main()).not.toMatchTextContent('The end');
  });

  test('that would freeze the page shows its beginning, and all of it when asked for', async () => {
    serve([item('hard', { content: `${'я '.repeat(11_000)}The end` })]);
    await show('/rooms/trip');
    await button('Show more').click();
    await expect.element(page.getByRole('group', { name: 'Whole text' })).toBeVisible();
    await expect.element(main()).not.toMatchTextContent('The end');
    await button('Show all').click();
    await says(main(), 'The end');
  });

  test('links in it can be followed, and go nowhere else', async () => {
    serve([item('link', { content: 'See https://example.com/x and javascript:alert(1)' })]);
    await show('/rooms/trip');
    const links = cards().getByRole('link');
    await expect.element(links).toHaveLength(1);
    await expect.element(links).toHaveAttribute('href', 'https://example.com/x');
    await expect.element(links).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });
});

describe('as rows', () => {
  const SOUND = { ...PLAN, id: 'sound', file_name: 'band.wav', file_type: 'audio/wav' };
  const opener = (text: string) => card(text).getByRole('button').first();
  const heightOf = (text: string) => card(text).element().getBoundingClientRect().height;
  beforeEach(() => {
    localStorage.setItem('list-view', 'rows');
    serve([NOTE, MAP, PLAN, SOUND]);
  });

  test('they are a line high until cards are chosen, and say who added it', async () => {
    await show('/rooms/trip');
    await expect.poll(() => heightOf('Train')).toBe(36);
    await says(card('Train'), /Train at nine.*edited/);
    await says(card('plan.pdf'), 'PDF · 2 KB');
    await button('Cards').click();
    await expect.poll(() => heightOf('Train')).toBeGreaterThan(36);
  });

  test('have the tools of a card', async () => {
    await show('/rooms/trip');
    for (const [text, names] of [
      ['Train', ['History', 'Edit', 'Delete', 'Copy']],
      ['map.png', ['Preview', 'Download', 'Delete', 'Copy image']],
      ['plan.pdf', ['Delete', 'Download']],
      ['band.wav', ['Preview', 'Delete', 'Download']],
    ] as const)
      for (const name of names)
        await expect.element(card(text).getByRole('button', { name, exact: true })).toBeVisible();
  });

  test('open by a press, and focus stays with them', async () => {
    replies({ 'GET /files/{fileId}': new Response('x') });
    await show('/rooms/trip');
    await opener('Train').click();
    await expect.element(page.getByRole('group', { name: 'Whole text' })).toBeVisible();
    await expect.element(card('Train')).toHaveFocus();
    await button('Show less').click();
    await expect.element(opener('Train')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await says(dialog(), 'map.png');
    await userEvent.keyboard('{Escape}');
    await expect.element(opener('map.png')).toHaveFocus();
    await opener('band.wav').click();
    // The player that stands there has no sound to play.
    await says(main(), 'This browser cannot play band.wav. Download it.');
    (opener('plan.pdf').element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await says(dialog(), 'plan.pdf');
  });

  test('on a phone they have two lines and a menu', async () => {
    localStorage.removeItem('list-view');
    await page.viewport(390, 844);
    await show('/rooms/trip');
    await expect.poll(() => heightOf('Train')).toBe(64);
    await card('Train').getByRole('button', { name: 'Item actions' }).click();
    await expect.element(page.getByRole('menuitem')).toHaveLength(3);
  });
});

describe('filters', () => {
  const asked = () => sent('GET /rooms/{id}/content').at(-1)!.query;

  test('are asked of the server, and stand in the address', async () => {
    serve([NOTE], { authors: ['grace@example.com', USER.email] });
    await show('/rooms/trip');
    await select('Type', 'Files');
    await expect.poll(asked).toMatchObject({ type: 'file', page: 1 });
    await select('User', 'grace@example.com');
    await expect.poll(asked).toMatchObject({ type: 'file', user: 'grace@example.com' });
    await button('Clear all').click();
    await arrives('/rooms/trip');
  });

  test('nothing that matches leads back', async () => {
    await show('/rooms/trip');
    await expect.element(cards()).toHaveLength(1);
    handle('GET /rooms/{id}/content', ({ query }) =>
      query.search ? { content: [], total: 0 } : { content: [NOTE], total: 1 },
    );
    await field('Search content').fill('plane');
    await says(main(), 'No content matches your filters.');
    await says(main(), '0 items');
    await button('Clear filters').click();
    await expect.element(cards()).toHaveLength(1);
  });

  test('what was looked for is marked', async () => {
    handle('GET /rooms/{id}/content', () => ({
      content: [{ ...NOTE, match: { where: 'text', excerpt: 'Train at nine' } as never }],
      total: 1,
    }));
    await show('/rooms/trip?q=train');
    await field('Search content').fill('train');
    await expect.poll(() => document.querySelector('mark')?.textContent).toBe('Train');
  });

  test('a list that failed is read again on demand', async () => {
    await show('/rooms/trip');
    await expect.element(cards()).toHaveLength(1);
    replies({ 'GET /rooms/{id}/content': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    await field('Search content').fill('x');
    await says(main(), 'Failed to load content');
    replies({ 'GET /rooms/{id}/content': { content: [NOTE], total: 1 } });
    await button('Try again').click();
    await expect.element(cards()).toHaveLength(1);
  });

  test('more is read on demand', async () => {
    const many = Array.from({ length: 50 }, (_, at) => item(`i${at}`));
    serve(many, { contentTotal: 51 });
    handle('GET /rooms/{id}/content', ({ query }) => ({
      content: query.page === 2 ? [item('last')] : many,
      total: 51,
    }));
    await show('/rooms/trip');
    await button('Load more').click();
    await says(main(), 'Text of last');
    await expect.element(button('Load more')).not.toBeInTheDocument();
  });
});

describe('history', () => {
  const THEN = '2026-01-02T03:04:05.000Z';
  const open = async (change: Partial<RoomContent> = {}, role: Room['role'] = 'owner') => {
    serve([{ ...NOTE, ...change }], { role });
    replies({
      'GET /rooms/{id}/content/{contentId}/versions': [
        { version: 1, savedAt: THEN, by: { kind: 'member', label: 'Grace' }, chars: 5, files: [] },
      ],
      'GET /rooms/{id}/content/{contentId}/versions/{version}': { content: 'Train', files: [] },
    });
    await show('/rooms/trip');
    await card('Train').getByRole('button', { name: 'History' }).click();
    await says(dialog(), 'Grace');
  };

  test('its author brings an earlier text back', async () => {
    replies({
      'POST /rooms/{id}/content/{contentId}/versions/{version}/restore': {
        ...NOTE,
        content: 'Train',
        version: 3,
      },
    });
    await open();
    await dialog().getByRole('button', { name: 'Restore this version' }).click();
    await says(news(), 'restored');
    await expect
      .poll(() => sent('POST /rooms/{id}/content/{contentId}/versions/{version}/restore')[0])
      .toMatchObject({
        params: { id: 'trip', contentId: 'note', version: '1' },
        headers: { 'if-match': '2' },
      });
  });

  test.each([
    ['owner', true],
    ['member', false],
  ] as const)('of others a %s brings nothing back (forgets: %s)', async (role, forgets) => {
    await open({ user: { id: 'grace', name: 'Grace', email: 'g@example.com' } }, role);
    await expect.element(dialog().getByRole('button', { name: 'Copy this version' })).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Restore this version' }).query()).toBeNull();
    const forget = dialog().getByRole('button', { name: 'Forget earlier versions' }).query();
    expect(forget !== null).toBe(forgets);
  });

  test('a text that was never changed has none', async () => {
    serve([{ ...NOTE, version: 1 }]);
    await show('/rooms/trip');
    await expect.element(cards()).toHaveLength(1);
    expect(card('Train').getByRole('button', { name: 'History' }).query()).toBeNull();
  });
});
