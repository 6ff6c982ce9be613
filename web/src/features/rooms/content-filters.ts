import type { DateRange } from '@clipline/contract/schemas/common.ts';
import type { RoomContentQuery } from '@clipline/contract/schemas/rooms.ts';
import {
  chosen,
  CONTENT_TYPES,
  DATE_RANGES,
  putChoice,
  putSearch,
} from '../../lib/filter-choices.ts';
import { m } from '../../paraglide/messages.js';

export interface ContentFilters {
  readonly search: string;
  readonly type: 'all' | 'text' | 'file';
  /** Address of an author; 'all' for everybody. */
  readonly user: string;
  readonly dateRange: DateRange;
  readonly sort: 'date' | 'type' | 'user';
  readonly order: 'asc' | 'desc';
}

const NONE: ContentFilters = {
  search: '',
  type: 'all',
  user: 'all',
  dateRange: 'all',
  sort: 'date',
  order: 'desc',
};

export const SORTS = [
  { value: 'date', label: m.rooms_sort_date() },
  { value: 'type', label: m.rooms_type() },
  { value: 'user', label: m.rooms_user() },
] as const;

export const contentSpelling = {
  none: NONE,
  read: (params: URLSearchParams): ContentFilters => ({
    search: params.get('search') ?? '',
    type: chosen(CONTENT_TYPES, params.get('type'), 'all'),
    user: params.get('user') ?? 'all',
    dateRange: chosen(DATE_RANGES, params.get('date'), 'all'),
    sort: chosen(SORTS, params.get('sort'), 'date'),
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
  }),
  write(params: URLSearchParams, filters: ContentFilters): URLSearchParams {
    const next = new URLSearchParams(params);
    putSearch(next, filters.search);
    putChoice(next, 'type', filters.type, 'all');
    putChoice(next, 'user', filters.user, 'all');
    putChoice(next, 'date', filters.dateRange, 'all');
    putChoice(next, 'sort', filters.sort, 'date');
    putChoice(next, 'order', filters.order, 'desc');
    return next;
  },
};

/** How many filters beside the search are set. */
export const countContentFilters = ({ type, user, dateRange }: ContentFilters): number =>
  Number(type !== 'all') + Number(user !== 'all') + Number(dateRange !== 'all');

/** Some of the content may be left out. */
export const isNarrowed = (filters: ContentFilters): boolean =>
  filters.search.trim() !== '' || countContentFilters(filters) > 0;

/** Everything, newest first: what is new comes first. */
export const isPlain = (filters: ContentFilters): boolean =>
  !isNarrowed(filters) && filters.sort === 'date' && filters.order === 'desc';

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
    timezoneOffset: new Date().getTimezoneOffset(),
  }),
  sort: filters.sort,
  order: filters.order,
});
