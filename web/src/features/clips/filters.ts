import type { ClipListQuery } from '@clipline/contract/schemas/clips.ts';
import type { DateRange } from '@clipline/contract/schemas/common.ts';
import {
  chosen,
  CONTENT_TYPES,
  DATE_RANGES,
  putChoice,
  putSearch,
} from '../../lib/filter-choices.ts';
import { m } from '../../paraglide/messages.js';

export type ClipTypeFilter = 'all' | 'text' | 'file';

export interface ClipFilters {
  readonly search: string;
  readonly type: ClipTypeFilter;
  readonly favorite: boolean | null;
  readonly dateRange: DateRange;
}

export const NO_FILTERS: ClipFilters = {
  search: '',
  type: 'all',
  favorite: null,
  dateRange: 'all',
};

export const FAVORITES = [
  { value: '', label: m.clips_favorites_all() },
  { value: 'true', label: m.clips_favorites() },
  { value: 'false', label: m.clips_favorites_not() },
] as const;

/** What the address bar says; anything unknown in it counts as not set. */
export function filtersIn(params: URLSearchParams): ClipFilters {
  const favorite = params.get('favorite');
  return {
    search: params.get('search') ?? '',
    type: chosen(CONTENT_TYPES, params.get('type'), 'all'),
    favorite: favorite === 'true' ? true : favorite === 'false' ? false : null,
    dateRange: chosen(DATE_RANGES, params.get('date'), 'all'),
  };
}

export function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1;
}

/** The address with these filters, on its first page; what is not set stays out of it. */
export function withFilters(params: URLSearchParams, filters: ClipFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  putSearch(next, filters.search);
  putChoice(next, 'type', filters.type, 'all');
  putChoice(next, 'favorite', filters.favorite === null ? '' : String(filters.favorite), '');
  putChoice(next, 'date', filters.dateRange, 'all');
  next.delete('page');
  return next;
}

export function withPage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params);
  if (page > 1) next.set('page', String(page));
  else next.delete('page');
  return next;
}

/** How many of the panel's filters are set: the number on the Filters button. */
export const countSet = (filters: ClipFilters): number =>
  Number(filters.type !== 'all') +
  Number(filters.favorite !== null) +
  Number(filters.dateRange !== 'all');

export const isFiltered = (filters: ClipFilters): boolean =>
  filters.search.trim() !== '' || countSet(filters) > 0;

/** How many of the newest the dashboard asks for. */
export const RECENT_CLIPS = 50;

export const queryOf = (filters: ClipFilters, page: number, pageSize: number): ClipListQuery => ({
  page,
  pageSize,
  ...(filters.search.trim() !== '' && { search: filters.search.trim() }),
  ...(filters.type !== 'all' && { type: filters.type }),
  ...(filters.favorite !== null && { favorite: filters.favorite ? 'true' : 'false' }),
  ...(filters.dateRange !== 'all' && { dateRange: filters.dateRange }),
});
