import { fold, searchWords } from '@clipline/contract/folding.ts';
import type { RoomSummary } from '@clipline/contract/schemas/rooms.ts';
import { choice, filterSet, type FiltersOf, order } from '../../../lib/filters.ts';
import { locale } from '../../../lib/language.ts';
import { m } from '../../../paraglide/messages.js';

export const PRIVACIES = [
  { value: 'all', label: m.rooms_all() },
  { value: 'public', label: m.rooms_public() },
  { value: 'private', label: m.rooms_private() },
] as const;

export const MEMBER_COUNTS = [
  { value: 'all', label: m.rooms_all() },
  { value: 'small', label: m.rooms_small() },
  { value: 'medium', label: m.rooms_medium() },
  { value: 'large', label: m.rooms_large() },
] as const;

export const SORTS = [
  { value: 'name', label: m.rooms_sort_name() },
  { value: 'active', label: m.rooms_sort_active() },
  { value: 'members', label: m.rooms_sort_members() },
] as const;

export const roomFilters = filterSet({
  privacy: choice(PRIVACIES, 'all'),
  members: choice(MEMBER_COUNTS, 'all'),
  sort: choice(SORTS, 'active', { sorts: true }),
  order,
});
export type RoomFilters = FiltersOf<typeof roomFilters>;

const bucketOf = (members: number) => (members <= 3 ? 'small' : members <= 10 ? 'medium' : 'large');

const ascending: Record<RoomFilters['sort'], (a: RoomSummary, b: RoomSummary) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, locale(), { sensitivity: 'base', numeric: true }),
  active: (a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at),
  members: (a, b) => a.memberCount - b.memberCount,
};

export function matchingRooms(rooms: readonly RoomSummary[], filters: RoomFilters): RoomSummary[] {
  const words = searchWords(filters.search);
  const matches = rooms.filter((room) => {
    const name = fold(room.name);
    return (
      words.every((word) => name.includes(word)) &&
      (filters.privacy === 'all' || room.is_private === (filters.privacy === 'private')) &&
      (filters.members === 'all' || bucketOf(room.memberCount) === filters.members)
    );
  });
  const direction = filters.order === 'asc' ? 1 : -1;
  // Equal ones keep one order, whichever way round.
  return matches.sort(
    (a, b) =>
      direction * ascending[filters.sort](a, b) || ascending.name(a, b) || (a.id < b.id ? -1 : 1),
  );
}
