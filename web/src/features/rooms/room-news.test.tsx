import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeRoom } from '../../testing/fake-room.ts';
import { handle, replies, sent } from '../../testing/fake-server.ts';
import { connected, hear, heard, tell } from '../../testing/fake-socket.ts';
import { button, FEATURES, main, says, show } from '../../testing/show.tsx';
import { signOut } from '../../session/session.ts';
import { item, room, summary } from '../../testing/things.ts';

const at = (minute: number) => `2026-01-02T03:${String(minute).padStart(2, '0')}:00.000Z`;
const GRACE = { id: 'grace', name: 'Grace', email: 'grace@example.com' };
const theirs = (id: string, minute: number) => item(id, { user: GRACE, created_at: at(minute) });

test('what is new stands on the room, at Rooms and in the title', async () => {
  const unread = new Map([
    ['r1', 3],
    ['r2', 0],
  ]);
  // News may come while it is read: whoever reads once more is told the same.
  handle('GET /rooms', () => [...unread].map(([id, count]) => summary(id, { unread: count })));
  const add = (roomId: string, count: number) => {
    unread.set(roomId, count);
    tell('room:news', { roomId, unread: count });
  };
  await show('/rooms');
  await connected();
  await says(main().getByRole('article', { name: 'Room r1' }), /3 new · /);
  await expect.element(page.getByRole('link', { name: /^Rooms,? 3 new$/ })).toBeInTheDocument();
  await expect.poll(() => document.title).toBe('(3) Rooms · Clipline');
  add('r2', 1);
  await says(main().getByRole('article', { name: 'Room r2' }), /1 new · /);
  await expect.poll(() => document.title).toBe('(4) Rooms · Clipline');
  add('r1', 0);
  add('r2', 0);
  await expect.poll(() => document.title).toBe('Rooms · Clipline');
});

test.each(['logout', 'expiry'] as const)(
  'after the end of a session by %s nothing of it is on the screen of the device',
  async (end) => {
    replies({ 'GET /rooms': [summary('r1', { unread: 3 })] });
    const badges: number[] = [];
    Object.assign(navigator, {
      setAppBadge: async (count: number) => badges.push(count),
      clearAppBadge: async () => badges.push(0),
    });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'setAppBadge');
      Reflect.deleteProperty(navigator, 'clearAppBadge');
    });
    const close = vi.fn();
    vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({
      getNotifications: async () => [{ close }, { close }],
    } as unknown as ServiceWorkerRegistration);
    await show('/rooms');
    await expect.poll(() => document.title).toBe('(3) Rooms · Clipline');
    expect(badges.at(-1)).toBe(3);
    signOut(end);
    await expect.poll(() => close.mock.calls.length).toBe(2);
    expect(badges.at(-1)).toBe(0);
    await expect.poll(() => document.title).toMatch(/^[^(]/);
  },
);

test('in a room, what is new stands above what was seen, and is seen now', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const mine = item('i3', { created_at: at(3) });
  fakeRoom(
    room('r1', {
      unread: 2,
      content: [theirs('i4', 4), mine, theirs('i2', 2), theirs('i1', 1)],
    }),
  );
  await show('/rooms/r1');
  await connected('join:room');
  const list = main().getByRole('list', { name: 'Content' });
  await says(list, /i3.*2 new.*i4.*i2.*Earlier.*i1/s);
  await expect.poll(() => sent('PUT /rooms/{id}/seen').length).toBe(1);
  // What comes while it is on the screen is seen by that.
  await expect.poll(() => heard('app:front').at(-1)).toEqual({ front: true, roomId: 'r1' });
  await page.getByRole('tab', { name: /Members/ }).click();
  await expect.poll(() => heard('app:front').at(-1)).toEqual({ front: true });
  await page.getByRole('tab', { name: 'Content' }).click();
  // Until one leaves.
  await says(list, /2 new/);
});

test('the bell says what each choice means, and one of them asks the browser', async () => {
  const requestPermission = vi.fn(async () => 'denied');
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  document.body.dataset['worker'] = 'on';
  onTestFinished(() => void delete document.body.dataset['worker']);
  const opened = room('r1');
  replies({
    'GET /features': { ...FEATURES, push: { publicKey: 'BKey' } },
    'GET /rooms/{id}': opened,
    'GET /rooms/{id}/content': { content: [], total: 0 },
    'PUT /rooms/{id}/notifications': undefined,
  });
  hear('join:room', () => ({ ok: true, room: opened, present: [] }));
  await show('/rooms/r1');
  await connected('join:room');
  await button('Tell me about new things').click();
  const choice = (name: RegExp) => page.getByRole('menuitemradio', { name });
  await expect.element(choice(/A dot/)).toBeChecked();
  const modes = () => sent('PUT /rooms/{id}/notifications').map(({ body }) => body.mode);
  await choice(/Nothing/).click();
  await expect.poll(modes).toEqual(['off']);
  await choice(/A dot/).click();
  await expect.poll(modes).toEqual(['off', 'badge']);
  expect(requestPermission).not.toHaveBeenCalled();
  await choice(/Everything Also when Clipline is closed/).click();
  await expect.poll(modes).toEqual(['off', 'badge', 'all']);
  expect(requestPermission).toHaveBeenCalledOnce();
});
