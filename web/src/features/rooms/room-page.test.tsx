import { ProductError } from '@clipline/contract/errors.ts';
import type { Room, RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { USER } from '../../testing/fake-browser.ts';
import { fakeRoom } from '../../testing/fake-room.ts';
import {
  handle,
  later,
  noReply,
  refuse,
  replies,
  sent,
  silence,
} from '../../testing/fake-server.ts';
import { connected, hear, heard, tell } from '../../testing/fake-socket.ts';
import {
  arrives,
  button,
  choose,
  dialog,
  field,
  main,
  news,
  says,
  show,
} from '../../testing/show.tsx';
import { item, member, room } from '../../testing/things.ts';

const ME = member(USER.id, { name: 'Ada', email: USER.email, role: 'owner' });
const GRACE = member('grace', { name: 'Grace' });
const NOTE = item('note', { content: 'Train at nine' });
const HERS = item('hers', {
  content: 'Bring water',
  user: { id: 'grace', name: 'Grace', email: 'grace@example.com' },
});
const TRIP = room('trip', { name: 'Trip', members: [ME, GRACE], content: [NOTE, HERS] });
const cards = () => main().getByRole('article');

const withItem = (held: Room, added: RoomContent): Room => ({
  ...held,
  content: [added, ...held.content],
  contentTotal: held.contentTotal + 1,
});

beforeEach(async () => {
  await page.viewport(1440, 900);
  fakeRoom(TRIP);
  replies({
    'GET /rooms/{id}/activity': [],
    'GET /rooms': [],
    'GET /trash': { items: [], total: 0, bytes: 0 },
  });
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});

test('shows what is in it, and joins its channel', async () => {
  await show('/rooms/trip');
  await expect.element(cards()).toHaveLength(2);
  await says(main(), 'Trip');
  await says(main(), 'Train at nine');
  await connected('join:room');
  await expect.poll(() => heard('join:room')).toEqual([{ roomId: 'trip' }]);
  await expect.poll(() => sent('GET /rooms/{id}')[0]!.params).toEqual({ id: 'trip' });
});

test.each([
  ['a wide screen', 1440, 204],
  ['a small laptop', 1024, 204],
  ['a phone', 390, 208],
])('what is in it begins at the top of %s', async (_, width, limit) => {
  await page.viewport(width, 844);
  await show('/rooms/trip');
  await expect.element(cards()).toHaveLength(2);
  await expect
    .poll(() => cards().first().element().getBoundingClientRect().top)
    .toBeLessThanOrEqual(limit);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width + 1);
  for (const name of ['Add Member', 'Add Content'])
    await expect.element(button(name)).toBeVisible();
  const isWide = width === 1440;
  if (!isWide) await button('Room actions').click();
  for (const name of ['Share room', 'Room settings', 'Delete Room'])
    await expect
      .element(page.getByRole(isWide ? 'button' : 'menuitem', { name, exact: true }))
      .toBeVisible();
});

test('what is typed is there again after a look elsewhere, and at the next visit', async () => {
  const { unmount } = await show('/rooms/trip');
  await field('New content').fill('half a sentence');
  await page.getByRole('tab', { name: 'Members' }).click();
  await page.getByRole('tab', { name: 'Content' }).click();
  await expect.element(field('New content')).toHaveValue('half a sentence');
  await unmount();
  await show('/rooms/trip');
  await expect.element(field('New content')).toHaveValue('half a sentence');
});

test('loads', async () => {
  handle('GET /rooms/{id}', silence);
  hear('join:room', () => ({ ok: false, error: 'Later' }));
  await show('/rooms/trip');
  await expect.element(page.getByText('Loading room...')).toBeInTheDocument();
});

test('an empty one says what to do', async () => {
  fakeRoom({ ...TRIP, content: [], contentTotal: 0 });
  await show('/rooms/trip');
  await says(main(), 'No content yet.');
  await says(main(), 'Add a text or a file: everybody in the room sees it at once.');
});

test('one that is not there leads to the others', async () => {
  replies({ 'GET /rooms/{id}': refuse(new ProductError('ROOM_NOT_FOUND')) });
  hear('join:room', () => ({ ok: false, error: 'Room not found' }));
  await show('/rooms/gone');
  await says(main().getByRole('alert'), 'This room is not here');
  await expect
    .element(page.getByRole('link', { name: 'Go to your rooms' }))
    .toHaveAttribute('href', '/rooms');
});

test('one that could not be read is read again on demand', async () => {
  replies({ 'GET /rooms/{id}': refuse(new ProductError('TOO_MANY_REQUESTS')) });
  // What it joins later would bring the room too.
  await show('/rooms/trip', { connects: false });
  await says(main(), 'Failed to load room');
  fakeRoom(TRIP);
  await button('Try again').click();
  await expect.element(cards()).toHaveLength(2);
});

describe('what each may do', () => {
  test.each([
    ['owner', 2, 1, true],
    ['member', 2, 1, true],
    [null, 0, 0, false],
  ] as const)('%s', async (role, deletes, edits, adds) => {
    fakeRoom({ ...TRIP, role });
    await show('/rooms/trip');
    await expect.element(cards()).toHaveLength(2);
    await expect.element(cards().getByRole('button', { name: 'Delete' })).toHaveLength(deletes);
    await expect.element(cards().getByRole('button', { name: 'Edit' })).toHaveLength(edits);
    await expect.poll(() => field('New content').query() !== null).toBe(adds);
    await expect.poll(() => button('Add Member').query() !== null).toBe(adds);
    if (!adds) await says(main(), 'This room is public: you can read it.');
  });
});

describe('adding', () => {
  test('a text', async () => {
    const added = item('added', { content: 'Hotel is booked' });
    const held = fakeRoom(TRIP);
    handle('POST /rooms/{id}/content', () => {
      held.room = withItem(held.room, added);
      return added;
    });
    await show('/rooms/trip');
    await field('New content').fill('Hotel is booked');
    await button('Add Content').click();
    await says(news(), 'Content added');
    await says(cards().first(), 'Hotel is booked');
    await expect.element(field('New content')).toHaveValue('');
    await expect
      .poll(() => sent('POST /rooms/{id}/content')[0])
      .toMatchObject({
        params: { id: 'trip' },
        body: { content: 'Hotel is booked' },
      });
  });

  test('a text that is refused stays typed', async () => {
    replies({ 'POST /rooms/{id}/content': noReply() });
    await show('/rooms/trip');
    await field('New content').fill('Hotel is booked');
    await button('Add Content').click();
    await says(news(), 'Failed to add content');
    await expect.element(field('New content')).toHaveValue('Hotel is booked');
  });

  test('a file', async () => {
    const held = fakeRoom(TRIP);
    handle('POST /rooms/{id}/upload', ({ file }) => {
      const added = item('file', {
        type: 'file',
        content: '',
        file_name: file.name,
        file_size: file.size,
        file_type: 'text/plain',
        file_url: '/api/files/file',
      });
      held.room = withItem(held.room, added);
      return added;
    });
    await show('/rooms/trip');
    await choose(new File(['1'], 'plan.txt'));
    await says(news(), 'File uploaded');
    await says(main(), 'plan.txt');
  });

  test('a file that is too large is named, and not sent', async () => {
    await show('/rooms/trip');
    await expect.element(cards()).toHaveLength(2);
    await choose(new File([new Uint8Array(10 * 1024 ** 2 + 1)], 'film.mp4'));
    await says(news(), 'film.mp4 exceeds the 10MB limit. Please choose a smaller file.');
    expect(sent('POST /rooms/{id}/upload')).toEqual([]);
  });
});

describe('an item', () => {
  test('is copied', async () => {
    await show('/rooms/trip');
    await cards().first().getByRole('button', { name: 'Copy' }).click();
    await says(news(), 'Copied');
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith('Train at nine');
  });

  test('of another member comes and goes by news', async () => {
    const held = fakeRoom(TRIP);
    const added = item('new', { content: 'From Grace', user: HERS.user });
    const at = '2026-01-02T03:05:00.000Z';
    await show('/rooms/trip');
    await expect.element(cards()).toHaveLength(2);
    await connected('join:room');
    tell('room:updated', {
      roomId: 'trip',
      change: 'content',
      delta: { since: TRIP.updated_at, updated_at: at, item: added },
    });
    held.room = { ...withItem(TRIP, added), updated_at: at };
    await says(main(), 'From Grace');
    const after = '2026-01-02T03:06:00.000Z';
    held.room = { ...TRIP, content: [added, HERS], updated_at: after };
    tell('room:updated', {
      roomId: 'trip',
      change: 'content',
      delta: { since: at, updated_at: after, removed: 'note' },
    });
    await expect.element(main()).not.toMatchTextContent('Train at nine');
  });
});

describe('what is deleted hands the focus on', () => {
  const erase = async (title: string, key = '{Enter}') => {
    const card = cards().filter({ hasText: title });
    await expect.element(card).toBeVisible();
    const removed = () => sent('DELETE /rooms/{id}/content/{contentId}').length;
    const before = removed();
    (card.element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await says(dialog(), 'Delete Content');
    // The dialog takes the focus a moment after it is there.
    await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
    const confirm = dialog().getByRole('button', { name: 'Delete', exact: true });
    (confirm.element() as HTMLElement).focus();
    await userEvent.keyboard(key);
    await expect.poll(removed).toBe(before + 1);
    await expect.element(dialog()).not.toBeInTheDocument();
  };
  beforeEach(() => {
    const held = fakeRoom(TRIP);
    handle('DELETE /rooms/{id}/content/{contentId}', ({ params }) => {
      const content = held.room.content.filter(({ id }) => id !== params.contentId);
      held.room = { ...held.room, content, contentTotal: content.length };
      return { message: 'Deleted' };
    });
  });

  test('an item to the next, the last one to the heading', async () => {
    await show('/rooms/trip');
    await erase('Train at nine');
    await says(news(), 'Content deleted');
    await expect.element(cards()).toHaveLength(1);
    await expect.element(cards().filter({ hasText: 'Bring water' })).toHaveFocus();
    await erase('Bring water');
    await says(main(), 'No content yet.');
    await expect.element(main().getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

test('Show more of what was searched for leads to the first match', async () => {
  const content = `${'one line after the other\n'.repeat(100)}Die STRASSE am Ende\nStraße`;
  const excerpt = content.slice(-60);
  handle('GET /rooms/{id}/content', ({ query }) => ({
    content: [
      item('long', { content, ...(query.search && { match: { where: 'text', excerpt } }) }),
    ],
    total: 1,
  }));
  await show('/rooms/trip?search=stra%C3%9Fe');
  await expect.element(cards().getByText('STRASSE')).toBeVisible();
  await button('Show more').click();
  const text = page.getByRole('group', { name: 'Whole text' });
  await expect.element(text).toHaveFocus();
  await expect.poll(() => String(getSelection())).toBe('STRASSE');
  const { top, bottom } = text.getByText('STRASSE').element().getBoundingClientRect();
  const box = text.element().getBoundingClientRect();
  expect(top).toBeGreaterThan(box.top);
  expect(bottom).toBeLessThan(box.bottom);
  expect(bottom).toBeLessThan(innerHeight);
});

test('news outlive a list that was read before them and comes after', async () => {
  const held = fakeRoom(TRIP);
  const slow = later<{ content: RoomContent[]; total: number }>();
  handle('GET /rooms/{id}/content', () => slow.reply);
  await show('/rooms/trip');
  await expect.element(cards()).toHaveLength(2);
  await connected('join:room');
  await expect.poll(() => sent('GET /rooms/{id}/content').length).toBeGreaterThan(0);
  const added = item('new', { content: 'From Grace', user: HERS.user });
  const at = '2026-01-02T03:05:00.000Z';
  held.room = { ...withItem(TRIP, added), updated_at: at };
  handle('GET /rooms/{id}/content', () => ({ content: held.room.content, total: 3 }));
  const before = sent('GET /rooms/{id}').length;
  tell('room:updated', {
    roomId: 'trip',
    change: 'content',
    delta: { since: TRIP.updated_at, updated_at: at, item: added },
  });
  // What is read quickly tells that the news has arrived.
  await expect.poll(() => sent('GET /rooms/{id}').length).toBeGreaterThan(before);
  slow.give({ content: TRIP.content, total: 2 });
  await expect.element(cards()).toHaveLength(3);
  await says(main(), 'From Grace');
});

describe('members', () => {
  test('are listed, and one more is invited', async () => {
    replies({ 'POST /rooms/{id}/members': member('linus') });
    await show('/rooms/trip?tab=members');
    const list = page.getByRole('list', { name: 'Members' });
    await says(list, 'Grace');
    await says(list, '(you)');
    await button('Add Member').click();
    await field('Email').fill(' linus@example.com ');
    await dialog().getByRole('button', { name: 'Add Member' }).click();
    await says(news(), 'Member invited');
    await expect
      .poll(() => sent('POST /rooms/{id}/members')[0]!.body)
      .toEqual({ email: 'linus@example.com' });
  });
});

describe('what ends a visit', () => {
  test.each([
    ['removed', 'You are no longer a member of this room'],
    ['deleted', 'This room was deleted'],
  ] as const)('%s, and what was typed can be copied', async (change, text) => {
    await show('/rooms/trip');
    await field('New content').fill('Half a thought');
    await connected('join:room');
    tell('room:updated', { roomId: 'trip', change });
    await says(main().getByRole('alert'), text);
    await says(main(), 'Your text is still here. It was not added.');
    await button('Copy text').click();
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith('Half a thought');
  });
});

describe('joining by link', () => {
  test('makes a member, and takes the token out of the address', async () => {
    fakeRoom({ ...TRIP, role: null });
    handle('POST /rooms/join', () => {
      fakeRoom({ ...TRIP, role: 'member' });
      return { ...TRIP, role: 'member' };
    });
    await show('/rooms/trip?join=share');
    await says(news(), 'You joined the room');
    await arrives('/rooms/trip');
    await expect.poll(() => sent('POST /rooms/join')[0]!.body).toEqual({ shareToken: 'share' });
    await expect.element(field('New content')).toBeVisible();
  });

  test('a member stays as they are', async () => {
    await show('/rooms/trip?join=share');
    await arrives('/rooms/trip');
    await expect.element(cards()).toHaveLength(2);
    expect(sent('POST /rooms/join')).toEqual([]);
  });

  test('a link that is not good says so', async () => {
    replies({
      'GET /rooms/{id}': refuse(new ProductError('ROOM_NOT_FOUND')),
      'POST /rooms/join': refuse(new ProductError('ROOM_LINK_INVALID')),
    });
    hear('join:room', () => ({ ok: false, error: 'Room not found' }));
    await show('/rooms/trip?join=old');
    await says(news(), 'Failed to join room');
    await arrives('/rooms/trip');
    await says(main().getByRole('alert'), 'This room is not here');
  });
});
