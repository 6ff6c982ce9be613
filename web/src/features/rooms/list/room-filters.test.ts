import type { RoomSummary } from '@clipline/contract/schemas/rooms.ts';
import { expect, test } from 'vitest';
import { matchingRooms, roomFilters, type RoomFilters } from './room-filters.ts';

const room = (
  name: string,
  memberCount: number,
  minutes: number,
  isPrivate = false,
): RoomSummary => ({
  id: name,
  name,
  is_private: isPrivate,
  isPrivate,
  updated_at: new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString(),
  memberCount,
  role: 'member',
  unread: 0,
  notifications: 'badge',
  members: [],
});
const rooms = [
  room('Zürich', 3, 1, true),
  room('alpha', 4, 3),
  room('Beta 10', 10, 2),
  room('Beta 9', 11, 2),
];
const found = (filters: Partial<RoomFilters>) =>
  matchingRooms(rooms, { ...roomFilters.none, ...filters }).map(({ name }) => name);

test('last active comes first unless said otherwise', () => {
  expect(found({})).toEqual(['alpha', 'Beta 9', 'Beta 10', 'Zürich']);
  expect(found({ order: 'asc' })).toEqual(['Zürich', 'Beta 9', 'Beta 10', 'alpha']);
});

test('names sort as people count, whatever their case', () => {
  expect(found({ sort: 'name', order: 'asc' })).toEqual(['alpha', 'Beta 9', 'Beta 10', 'Zürich']);
  expect(found({ sort: 'members', order: 'asc' })).toEqual([
    'Zürich',
    'alpha',
    'Beta 10',
    'Beta 9',
  ]);
});

test.each([
  [{ members: 'small' }, ['Zürich']],
  [{ members: 'medium' }, ['alpha', 'Beta 10']],
  [{ members: 'large' }, ['Beta 9']],
  [{ privacy: 'private' }, ['Zürich']],
  [{ search: 'ZURICH' }, ['Zürich']],
  [{ search: ' 9 beta ' }, ['Beta 9']],
] as const)('%j', (filters, expected) => expect(found(filters)).toEqual(expected));

test('a letter that folds to two is found as it is in every search', () => {
  const named = [room('Große Straße', 3, 1), room('Grosso', 3, 1)];
  const matching = matchingRooms(named, { ...roomFilters.none, search: 'GROSSE strasse' });
  expect(matching.map(({ name }) => name)).toEqual(['Große Straße']);
});

test('an address keeps what is set, and takes the unknown for not set', () => {
  const filters: RoomFilters = {
    search: 'a b',
    privacy: 'private',
    members: 'large',
    sort: 'name',
    order: 'asc',
  };
  const address = roomFilters.write(new URLSearchParams('tab=x'), filters);
  expect(roomFilters.read(address)).toEqual(filters);
  expect(address.get('tab')).toBe('x');
  expect(
    roomFilters.read(new URLSearchParams('privacy=?&members=huge&sort=__proto__&order=up')),
  ).toEqual(roomFilters.none);
  expect(roomFilters.write(new URLSearchParams(), roomFilters.none).toString()).toBe('');
});

test('sorting leaves nothing out and is not counted', () => {
  expect(roomFilters.count({ ...roomFilters.none, sort: 'name', order: 'asc' })).toBe(0);
  expect(roomFilters.narrows({ ...roomFilters.none, search: '  ' })).toBe(false);
  expect(roomFilters.count({ ...roomFilters.none, privacy: 'public', members: 'small' })).toBe(2);
});
