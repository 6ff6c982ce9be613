import { errors, ProductError } from '@clipline/contract/errors.ts';
import type { RoomSummary } from '@clipline/contract/schemas/rooms.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { USER } from '../../testing/fake-browser.ts';
import { handle, later, refuse, replies, sent, silence } from '../../testing/fake-server.ts';
import { connected, tell } from '../../testing/fake-socket.ts';
import { button, dialog, field, main, news, says, show } from '../../testing/show.tsx';
import { member, room, summary } from '../../testing/things.ts';

const TRIP = summary('trip', { name: 'Trip to Lyon' });
const THEIRS = summary('work', {
  name: 'Work',
  is_private: true,
  role: 'member',
  memberCount: 12,
  members: [member('grace', { role: 'owner' }), member('linus')],
});
const cards = () => page.getByRole('article');

beforeEach(() => replies({ 'GET /rooms': [TRIP, THEIRS] }));

test('shows the rooms, and offers what the reader may do', async () => {
  await show('/rooms');
  await expect.element(cards()).toHaveLength(2);
  await says(main(), '2 rooms');
  await expect
    .element(page.getByRole('article', { name: 'Work' }))
    .toMatchTextContent('12 members');
  await expect.element(page.getByRole('article', { name: 'Work' })).toMatchTextContent('Private');
  await expect.element(button('Room actions')).toHaveLength(1);
  await expect
    .element(page.getByRole('article', { name: 'Trip to Lyon' }).getByRole('link'))
    .toHaveAttribute('href', '/rooms/trip');
});

test('loads', async () => {
  handle('GET /rooms', silence);
  await show('/rooms');
  await expect.element(page.getByText('Loading rooms...')).toBeInTheDocument();
});

test('none: the first can be opened from here', async () => {
  replies({ 'GET /rooms': [] });
  await show('/rooms');
  await expect.element(page.getByText('No rooms found.')).toBeVisible();
  await button('Create a room').click();
  await expect.element(dialog()).toMatchTextContent('Create New Room');
});

test('a list that failed is told, whoever else waits for it', async () => {
  const answer = later<Response>();
  handle('GET /rooms', () => answer.reply);
  const idle: IdleRequestCallback[] = [];
  vi.spyOn(window, 'requestIdleCallback').mockImplementation((work) => idle.push(work));
  await show('/rooms', { connects: false });
  await expect.poll(() => sent('GET /rooms').length).toBe(1);
  // What counts the news for the title waits for the list too, and has no words for that.
  for (const work of idle) work({ didTimeout: false, timeRemaining: () => 1 });
  answer.give(refuse(new ProductError('TOO_MANY_REQUESTS')));
  await says(news(), 'Failed to load rooms');
});

test('a list that failed is read again on demand', async () => {
  replies({ 'GET /rooms': refuse(new ProductError('TOO_MANY_REQUESTS')) });
  // A connection would read it again too.
  await show('/rooms', { connects: false });
  await says(news(), 'Failed to load rooms');
  await says(main(), errors.TOO_MANY_REQUESTS.text);
  replies({ 'GET /rooms': [TRIP] });
  await button('Try again').click();
  await expect.element(cards()).toHaveLength(1);
});

test.each([
  ['?privacy=private', ['Work']],
  ['?members=small', ['Trip to Lyon']],
])('%s shows %o', async (search, names) => {
  await show(`/rooms${search}`);
  await expect.element(cards()).toHaveLength(names.length);
  for (const name of names) await expect.element(page.getByRole('article', { name })).toBeVisible();
});

test('a search that finds nothing can be left', async () => {
  await show('/rooms');
  await field('Search rooms').fill('nothing like it');
  await expect.element(page.getByText('No rooms match your filters.')).toBeVisible();
  await button('Clear filters').click();
  await expect.element(cards()).toHaveLength(2);
});

test('hears of rooms that change elsewhere', async () => {
  await show('/rooms');
  await expect.element(cards()).toHaveLength(2);
  await connected();
  replies({ 'GET /rooms': [TRIP] });
  tell('room:updated', { roomId: 'work', change: 'removed' });
  await expect.element(cards()).toHaveLength(1);
});

describe('a new room', () => {
  const create = () => dialog().getByRole('button', { name: 'Create' });

  test.each([
    ['   ', null],
    ['x'.repeat(101), 'At most 100 characters.'],
  ])('a name that is none goes nowhere, and its field has focus (%#)', async (name, text) => {
    await show('/rooms');
    await button('Create Room').click();
    await field('Room name').fill(name);
    await create().click();
    await expect.element(field('Room name')).toHaveFocus();
    if (text !== null) await expect.element(field('Room name')).toHaveAccessibleDescription(text);
    expect(sent('POST /rooms')).toEqual([]);
  });

  test.each([
    ['Public', false],
    ['Private', true],
  ])('%s', async (label, isPrivate) => {
    const answer = later<ReturnType<typeof room>>();
    handle('POST /rooms', () => answer.reply);
    await show('/rooms');
    await button('Create Room').click();
    await field('Room name').fill('  New plans ');
    await dialog().getByRole('radio', { name: label }).click({ force: true });
    await create().click();
    await expect.element(button('Creating...')).toBeVisible();
    const made = room('new', { name: 'New plans', is_private: isPrivate });
    replies({ 'GET /rooms': [summary('new', { name: 'New plans' }), TRIP, THEIRS] });
    answer.give(made);
    await says(news(), 'Room created');
    await expect.poll(() => sent('POST /rooms')[0]!.body).toEqual({ name: 'New plans', isPrivate });
    await expect.element(cards()).toHaveLength(3);
  });

  test('what failed stays typed', async () => {
    replies({ 'POST /rooms': refuse(new ProductError('TOO_MANY_ROOMS')) });
    await show('/rooms');
    await button('Create Room').click();
    await field('Room name').fill('One too many');
    await create().click();
    await says(news(), 'Failed to create room');
    await expect.element(field('Room name')).toHaveValue('One too many');
  });

  test('a plan without rooms says so instead', async () => {
    await show('/rooms', { as: { ...USER, plan: 'basic' } });
    await button('Create Room').click();
    await says(dialog(), 'The Basic plan does not include rooms of your own.');
    await expect.element(field('Room name')).not.toBeInTheDocument();
  });
});

describe('deleting', () => {
  const remove = async () => {
    await show('/rooms');
    await button('Room actions').click();
    await page.getByRole('menuitem', { name: 'Delete room' }).click();
    await says(dialog(), 'Trip to Lyon and everything in it will be gone for all members.');
    await dialog()
      .getByRole('button', { name: /^Delete/ })
      .click();
  };

  test('asks before, and tells after', async () => {
    replies({ 'DELETE /rooms/{id}': { message: 'Deleted' } });
    handle('GET /rooms', () => (sent('DELETE /rooms/{id}').length > 0 ? [THEIRS] : [TRIP, THEIRS]));
    await remove();
    await says(news(), 'Room deleted');
    await expect.element(cards()).toHaveLength(1);
    await expect.poll(() => sent('DELETE /rooms/{id}')[0]!.params).toEqual({ id: 'trip' });
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(cards().getByRole('link')).toHaveFocus();
  });

  test('tells of the only one too, whose list goes before it is read again', async () => {
    const slow = later<RoomSummary[]>();
    replies({ 'DELETE /rooms/{id}': { message: 'Deleted' } });
    handle('GET /rooms', () => (sent('DELETE /rooms/{id}').length > 0 ? slow.reply : [TRIP]));
    await remove();
    await says(main(), 'No rooms found.');
    slow.give([]);
    await says(news(), 'Room deleted');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('says why not', async () => {
    replies({ 'DELETE /rooms/{id}': refuse(new ProductError('NOT_ROOM_OWNER')) });
    await remove();
    await says(news(), 'Error deleting room');
    await says(news(), `Failed to delete room: ${errors.NOT_ROOM_OWNER.text}`);
    // It can be tried again.
    await expect.element(dialog()).toBeVisible();
  });
});
