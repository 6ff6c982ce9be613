import { ProductError } from '@clipline/contract/errors.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
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
import { connected, tell } from '../../testing/fake-socket.ts';
import { arrives, button, dialog, field, main, news, says, show } from '../../testing/show.tsx';
import { item, member, room, summary } from '../../testing/things.ts';

const ME = member(USER.id, { name: 'Ada', email: USER.email, role: 'owner' });
const GRACE = member('grace', { name: 'Grace' });
const TRIP = room('trip', { name: 'Trip', members: [ME, GRACE] });

beforeEach(async () => {
  await page.viewport(1280, 800);
  fakeRoom(TRIP);
  replies({
    'GET /rooms/{id}/activity': [],
    'GET /rooms': [summary('work', { name: 'Work' })],
    'GET /trash': { items: [], total: 0, bytes: 0 },
  });
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});

const open = async (label: string, stored = TRIP) => {
  fakeRoom(stored);
  await show('/rooms/trip');
  await button(label).click();
  await expect.element(dialog()).toBeVisible();
};
const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

describe('sharing', () => {
  test('the link lets people join, and is copied', async () => {
    await open('Share room');
    const link = `${location.origin}/rooms/trip?join=share`;
    await expect.element(field('Link to the room')).toHaveValue(link);
    await confirm('Copy');
    await says(news(), 'Link copied');
    await expect.poll(() => navigator.clipboard.writeText).toHaveBeenCalledWith(link);
  });

  test('of a private room says what it does not do', async () => {
    await open('Share room', { ...TRIP, is_private: true, isPrivate: true });
    await says(dialog(), 'This room is private: the link lets only members in.');
  });

  test('the owner renews it, after a question', async () => {
    const held = fakeRoom(TRIP);
    handle('POST /rooms/{id}/share-token', () => {
      held.room = { ...TRIP, shareToken: 'newer', updated_at: '2026-01-03T00:00:00.000Z' };
      return { shareToken: 'newer' };
    });
    await show('/rooms/trip');
    await button('Share room').click();
    await confirm('Renew link');
    await says(dialog(), 'Links and codes given out before will stop working at once.');
    await confirm('Keep');
    await confirm('Renew link');
    await confirm('Replace');
    await says(news(), 'Link renewed');
    expect(sent('POST /rooms/{id}/share-token')).toHaveLength(1);
    await expect
      .element(field('Link to the room'))
      .toHaveValue(`${location.origin}/rooms/trip?join=newer`);
  });

  test('one that could not be renewed is as before', async () => {
    replies({ 'POST /rooms/{id}/share-token': noReply() });
    await open('Share room');
    await confirm('Renew link');
    await confirm('Replace');
    await says(news(), 'Failed to renew link');
    await expect
      .element(field('Link to the room'))
      .toHaveValue(`${location.origin}/rooms/trip?join=share`);
  });

  test('a member shares it and renews nothing', async () => {
    await open('Share room', { ...TRIP, role: 'member' });
    expect(dialog().getByRole('button', { name: 'Renew link' }).query()).toBeNull();
  });
});

describe('settings', () => {
  test('name and privacy are changed together', async () => {
    const held = fakeRoom(TRIP);
    handle('PATCH /rooms/{id}', ({ body }) => {
      const isPrivate = body.isPrivate ?? false;
      held.room = { ...TRIP, name: body.name ?? '', is_private: isPrivate, isPrivate };
      return held.room;
    });
    await show('/rooms/trip');
    await button('Room settings').click();
    await field('Room name').fill('  Trip to Lyon ');
    await dialog()
      .getByRole('radio', { name: /Private/ })
      .click({ force: true });
    await confirm('Save Changes');
    await says(news(), 'Room updated');
    await says(main(), 'Trip to Lyon');
    await says(main(), 'Private Room');
    await expect
      .poll(() => sent('PATCH /rooms/{id}')[0]!.body)
      .toEqual({ name: 'Trip to Lyon', isPrivate: true });
  });

  test('a failure leaves what was typed', async () => {
    replies({ 'PATCH /rooms/{id}': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    await open('Room settings');
    await field('Room name').fill('Lyon');
    await confirm('Save Changes');
    await says(news(), 'Failed to update room');
    await expect.element(field('Room name')).toHaveValue('Lyon');
  });

  test('what others change meanwhile does not replace what is typed', async () => {
    const held = fakeRoom(TRIP);
    await show('/rooms/trip');
    await button('Room settings').click();
    await field('Room name').fill('Mine');
    await connected('join:room');
    held.room = { ...TRIP, name: 'Theirs', updated_at: '2026-01-05T00:00:00.000Z' };
    tell('room:updated', { roomId: 'trip', change: 'settings' });
    await expect.poll(() => document.title).toContain('Theirs');
    await expect.element(field('Room name')).toHaveValue('Mine');
  });
});

describe('leaving', () => {
  const MEMBER: Room = { ...TRIP, role: 'member' };

  test.each([
    [false, 'You can come back by the link that members share.'],
    [true, 'To come back, a member has to add you.'],
  ])('says what that means (private: %s), and leads to the rooms', async (isPrivate, text) => {
    replies({ 'POST /rooms/{id}/leave': { message: 'Left' } });
    await open('Leave room', { ...MEMBER, is_private: isPrivate, isPrivate });
    await says(dialog(), text);
    await confirm('Leave');
    await arrives('/rooms');
    await says(news(), 'You left the room');
    await says(main(), 'Work');
  });

  test('who is elsewhere by then is told, and stays there', async () => {
    const left = later<{ message: string }>();
    handle('POST /rooms/{id}/leave', () => left.reply);
    replies({ 'GET /links': { links: [], total: 0 } });
    await open('Leave room', MEMBER);
    await confirm('Leave');
    await expect.poll(() => sent('POST /rooms/{id}/leave').length).toBe(1);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await arrives('/links');
    left.give({ message: 'Left' });
    await says(news(), 'You left the room');
    await says(main(), 'You have not shared anything by link yet.');
  });

  test('a failure keeps them in the room', async () => {
    replies({ 'POST /rooms/{id}/leave': noReply() });
    await open('Leave room', MEMBER);
    await confirm('Leave');
    await says(news(), 'Failed to leave room');
    await expect.element(dialog()).toBeVisible();
    await confirm('Cancel');
    await says(main(), 'Trip');
  });

  test('the owner has no way out but to delete', async () => {
    await show('/rooms/trip');
    await expect.element(button('Delete Room')).toBeVisible();
    expect(button('Leave room').query()).toBeNull();
  });
});

describe('deleting the room', () => {
  test('leads to the rooms, with the way back', async () => {
    replies({
      'DELETE /rooms/{id}': { message: 'Deleted' },
      'POST /trash/{kind}/{id}/restore': TRIP,
    });
    await open('Delete Room');
    await confirm('Delete');
    await arrives('/rooms');
    await says(news(), 'Room deleted');
    await expect.element(main().getByRole('heading', { level: 1 })).toHaveFocus();
    await button('Undo').click();
    await says(news(), 'Room restored');
    await expect
      .poll(() => sent('POST /trash/{kind}/{id}/restore')[0]!.params)
      .toEqual({
        kind: 'room',
        id: 'trip',
      });
  });

  test('what could not be brought back says so', async () => {
    replies({
      'DELETE /rooms/{id}': { message: 'Deleted' },
      'POST /trash/{kind}/{id}/restore': refuse(new ProductError('TOO_MANY_ROOMS')),
    });
    await open('Delete Room');
    await confirm('Delete');
    await button('Undo').click();
    await says(news(), 'Failed to restore room');
  });

  test('that was confirmed and closed leads there too', async () => {
    const slow = later<{ message: string }>();
    handle('DELETE /rooms/{id}', () => slow.reply);
    await open('Delete Room');
    await confirm('Delete');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    slow.give({ message: 'Deleted' });
    await arrives('/rooms');
    await says(news(), 'Room deleted');
  });

  test('its own news is no reason to say that the room is closed', async () => {
    const slow = later<{ message: string }>();
    handle('DELETE /rooms/{id}', () => slow.reply);
    await open('Delete Room');
    await connected('join:room');
    await confirm('Delete');
    await expect.poll(() => sent('DELETE /rooms/{id}').length).toBe(1);
    tell('room:updated', { roomId: 'trip', change: 'deleted' });
    slow.give({ message: 'Deleted' });
    await arrives('/rooms');
    await expect.element(page.getByText('This room was deleted')).not.toBeInTheDocument();
  });
});

describe('members', () => {
  const list = () => page.getByRole('list', { name: 'Members' });
  const add = async (email: string) => {
    await show('/rooms/trip?tab=members');
    await button('Add Member').click();
    await field('Email').fill(email);
    await confirm('Add Member');
  };

  test('an empty address cannot be added', async () => {
    await add('   ');
    await expect.element(field('Email')).toHaveFocus();
    expect(sent('POST /rooms/{id}/members')).toEqual([]);
  });

  test('a refusal is told, and the address stays', async () => {
    replies({ 'POST /rooms/{id}/members': refuse(new ProductError('ALREADY_ROOM_MEMBER')) });
    await add('linus@example.com');
    await says(news(), 'Failed to add member');
    await says(news(), 'This person is already a member of the room');
    await expect.element(field('Email')).toHaveValue('linus@example.com');
  });

  test('who has the room open is marked, in the list and by news', async () => {
    fakeRoom(TRIP);
    await show('/rooms/trip?tab=members');
    await list().getByRole('button', { name: /Grace/ }).click();
    await says(dialog(), 'Not in the room');
    await connected('join:room');
    tell('room:presence', { roomId: 'trip', came: ['grace'], went: [] });
    await says(dialog(), 'Has the room open');
    await says(dialog(), 'grace@example.com');
    await says(dialog(), 'Member');
  });

  test('one who was removed can be added again by Undo', async () => {
    replies({
      'DELETE /rooms/{id}/members/{memberId}': { message: 'Removed' },
      'POST /rooms/{id}/members': GRACE,
    });
    await show('/rooms/trip?tab=members');
    await list().getByRole('button', { name: /Grace/ }).click();
    await confirm('Remove from Room');
    await says(news(), 'Member removed');
    expect(sent('DELETE /rooms/{id}/members/{memberId}')[0]!.params).toEqual({
      id: 'trip',
      memberId: 'grace',
    });
    await button('Undo').click();
    await says(news(), 'Member invited');
    await expect
      .poll(() => sent('POST /rooms/{id}/members')[0]!.body)
      .toEqual({ email: 'grace@example.com' });
  });

  test('closed meanwhile it is told all the same', async () => {
    const removed = later<{ message: string }>();
    handle('DELETE /rooms/{id}/members/{memberId}', () => removed.reply);
    await show('/rooms/trip?tab=members');
    await list().getByRole('button', { name: /Grace/ }).click();
    await confirm('Remove from Room');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    removed.give({ message: 'Removed' });
    await says(news(), 'Member removed');
  });

  test('one who left meanwhile is shown no longer, nor anything of a room that closed', async () => {
    const held = fakeRoom(TRIP);
    await show('/rooms/trip?tab=members');
    await connected('join:room');
    await list().getByRole('button', { name: /Grace/ }).click();
    await says(dialog(), 'Grace');
    held.room = { ...TRIP, members: [ME] };
    tell('room:updated', { roomId: 'trip', change: 'members' });
    await expect.element(dialog()).not.toBeInTheDocument();
    await button('Room settings').click();
    await expect.element(dialog()).toBeVisible();
    tell('room:updated', { roomId: 'trip', change: 'removed' });
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('one who could not be removed stays', async () => {
    replies({ 'DELETE /rooms/{id}/members/{memberId}': noReply() });
    await show('/rooms/trip?tab=members');
    await list().getByRole('button', { name: /Grace/ }).click();
    await confirm('Remove from Room');
    await says(news(), 'Failed to remove member');
    await says(dialog(), 'Grace');
  });

  test('the owner cannot be removed, and a member removes no one', async () => {
    fakeRoom({ ...TRIP, role: 'member' });
    await show('/rooms/trip?tab=members');
    for (const name of [/Grace/, /Ada/]) {
      await list().getByRole('button', { name }).click();
      await says(dialog(), 'Member Details');
      expect(button('Remove from Room').query()).toBeNull();
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog()).not.toBeInTheDocument();
    }
  });
});

describe('activity', () => {
  const entries = () => page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem');
  const did = (id: string, change: object = {}) => ({
    id,
    type: 'content_add' as const,
    details: JSON.stringify({ contentType: 'text' }),
    timestamp: '2026-01-02T03:04:05.000Z',
    user: { id: 'grace', name: 'Grace', email: 'grace@example.com' },
    item: null,
    ...change,
  });

  test('tells who did what, newest first, and more on demand', async () => {
    const first = [
      did('a1', { type: 'file_uploaded', details: '{"fileName":"plan.pdf"}' }),
      did('a2', { type: 'member_added', details: '{"memberEmail":"linus@example.com"}' }),
      did('a3', { user: null }),
      ...Array.from({ length: 47 }, (_, at) => did(`b${at}`)),
    ];
    handle('GET /rooms/{id}/activity', ({ query }) =>
      (query as { before?: string }).before
        ? [did('z', { type: 'room_updated', details: '{}' })]
        : first,
    );
    await show('/rooms/trip?tab=activity');
    await says(entries().first(), 'Grace uploaded plan.pdf');
    await says(entries().nth(1), 'added linus@example.com to the room');
    await says(entries().nth(2), 'Someone added text content');
    const { length } = first;
    await expect.element(entries()).toHaveLength(length);
  });

  test('names each day once', async () => {
    const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    replies({
      'GET /rooms/{id}/activity': [
        did('a1', { timestamp: day(0) }),
        did('a2', { timestamp: day(1) }),
        did('a3', { timestamp: day(1) }),
        did('a4', { timestamp: '2020-05-04T12:00:00.000Z' }),
      ],
    });
    await show('/rooms/trip?tab=activity');
    await expect.element(entries()).toHaveLength(4);
    const days = page.getByRole('heading', { level: 3 }).elements();
    expect(days.map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
      expect.stringContaining('2020'),
    ]);
  });

  test('tells how an item begins, and leads to it', async () => {
    replies({
      'GET /rooms/{id}/activity': [
        did('a1', { item: { id: 'old', beginning: 'Paint,\neggshell' } }),
        did('a2', {
          type: 'file_uploaded',
          details: '{"fileName":"plan.pdf"}',
          item: { id: 'plan', beginning: '' },
        }),
        did('a3', { type: 'content_deleted', details: '{}' }),
      ],
      'GET /rooms/{id}/content/{contentId}': item('old', { content: 'Paint,\neggshell' }),
    });
    await show('/rooms/trip?tab=activity');
    await says(entries().first(), 'Grace added text content: Paint, eggshell');
    expect(entries().nth(2).getByRole('link').query()).toBeNull();
    await expect
      .element(entries().nth(1).getByRole('link', { name: 'uploaded plan.pdf' }))
      .toHaveAttribute('href', '/rooms/trip?item=plan');
    await entries().first().getByRole('link', { name: 'Paint, eggshell' }).click();
    // It is not among the newest that the list holds, and stands first.
    const card = page.getByRole('list', { name: 'Content' }).getByRole('article').first();
    await says(card, 'eggshell');
    await expect.element(card).toHaveFocus();
    expect(sent('GET /rooms/{id}/content/{contentId}')[0]!.params).toEqual({
      id: 'trip',
      contentId: 'old',
    });
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByRole('tab', { name: 'Content' }).click();
    await expect.element(page.getByText('eggshell')).not.toBeInTheDocument();
  });

  test('loads, may be none, and may fail', async () => {
    handle('GET /rooms/{id}/activity', silence);
    const first = await show('/rooms/trip?tab=activity');
    await expect.element(page.getByText('Loading activity...')).toBeInTheDocument();
    await first.unmount();
    replies({ 'GET /rooms/{id}/activity': refuse(new ProductError('TOO_MANY_REQUESTS')) });
    await show('/rooms/trip?tab=activity');
    await says(main(), 'Failed to load activity');
    replies({ 'GET /rooms/{id}/activity': [] });
    await button('Try again').click();
    await says(main(), 'No activity yet');
  });
});
