import type { RoomContentQuery } from '@clipline/contract/schemas/rooms.ts';
import {
  choice,
  CONTENT_TYPES,
  DATE_RANGES,
  type FilterField,
  filterSet,
  type FiltersOf,
  order,
  timeZone,
} from '../../../lib/filters.ts';
import { m } from '../../../paraglide/messages.js';

export const SORTS = [
  { value: 'date', label: m.rooms_sort_date() },
  { value: 'type', label: m.rooms_type() },
  { value: 'user', label: m.rooms_user() },
] as const;

const user: FilterField<string> = {
  none: 'all',
  read: (value) => value ?? 'all',
  write: (value) => (value === 'all' ? null : value),
};

export const contentFilters = filterSet({
  type: choice(CONTENT_TYPES, 'all'),
  user,
  dateRange: choice(DATE_RANGES, 'all', { as: 'date' }),
  sort: choice(SORTS, 'date', { sorts: true }),
  order,
});
export type ContentFilters = FiltersOf<typeof contentFilters>;

/** Everything, newest first: what is new comes first. */
export const isPlain = (filters: ContentFilters): boolean =>
  !contentFilters.narrows(filters) && filters.sort === 'date' && filters.order === 'desc';

export const queryOf = (
  filters: ContentFilters,
  page: number,
  pageSize: number,
): RoomContentQuery => ({
  page,
  pageSize,
  ...(filters.search.trim() !== '' && { search: filters.search.trim() }),
  ...(filters.type !== 'all' && { type: filters.type }),
  ...(filters.user !== 'all' && { user: filters.user }),
  ...(filters.dateRange !== 'all' && {
    dateRange: filters.dateRange,
    timeZone: timeZone(),
  }),
  sort: filters.sort,
  order: filters.order,
});
