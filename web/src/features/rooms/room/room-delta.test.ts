import type { RoomContent, RoomDelta } from '@clipline/contract/schemas/rooms.ts';
import { expect, test } from 'vitest';
import { readRoom } from '../rooms.api.ts';
import { withDelta } from './use-live-room.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const item = (id: string, version = 1): RoomContent => ({
  id,
  type: 'text',
  content: `${id} ${version}`,
  file_name: null,
  file_type: null,
  file_size: null,
  file_url: null,
  file_preview: null,
  created_at: at(0),
  updated_at: at(0),
  user: { id: 'anna', name: 'Anna', email: 'anna@example.com' },
  version,
});
const room = readRoom({
  id: 'r',
  name: 'Room',
  is_private: false,
  isPrivate: false,
  updated_at: at(1),
  memberCount: 2,
  role: 'member',
  unread: 0,
  notifications: 'badge',
  members: [
    { id: 'anna', email: 'anna@example.com', name: 'Anna', role: 'owner', avatar: null },
    { id: 'ben', email: 'ben@example.com', name: 'Ben', role: 'member', avatar: null },
  ],
  content: [item('a')],
  contentTotal: 1,
  authors: ['anna@example.com'],
  shareToken: null,
});
const said = ({ user, ...rest }: RoomContent, by = user.id): RoomDelta['item'] => ({
  ...rest,
  user: { id: by, name: user.name },
});
const next = (what: Partial<RoomDelta>): RoomDelta => ({
  since: at(1),
  updated_at: at(2),
  ...what,
});

test('a new item stands first, with the address that is known of its author', () => {
  const applied = withDelta(room, next({ item: said(item('b'), 'ben') }));
  expect(applied).toMatchObject({ isNew: true, item: { user: { email: 'ben@example.com' } } });
  expect(applied?.room).toMatchObject({
    updated_at: at(2),
    content: [{ id: 'b' }, { id: 'a' }],
    contentTotal: 2,
    authors: ['anna@example.com', 'ben@example.com'],
  });
});

test('a saved item stays where it is, a removed one goes', () => {
  const saved = withDelta(room, next({ item: said(item('a', 2)) }));
  expect(saved).toMatchObject({
    isNew: false,
    room: { content: [{ id: 'a', content: 'a 2', version: 2 }], contentTotal: 1 },
  });
  const removed = withDelta(room, next({ removed: 'a' }));
  expect(removed?.room).toMatchObject({ content: [], contentTotal: 0, updated_at: at(2) });
});

test('settings replace those that were', () => {
  const applied = withDelta(room, next({ settings: { name: 'New', is_private: true } }));
  expect(applied?.room).toMatchObject({ name: 'New', is_private: true, isPrivate: true });
});

test('a member who missed something reads, and what is known already changes nothing', () => {
  const item2 = said(item('b'));
  expect(withDelta(room, { since: at(2), updated_at: at(3), item: item2 })).toBeNull();
  expect(withDelta(room, { since: at(0), updated_at: at(1), item: item2 })).toBeUndefined();
  expect(withDelta(room, next({ item: said(item('b'), 'stranger') }))).toBeNull();
});
