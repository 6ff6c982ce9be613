import type { ClipListQuery } from '@clipline/contract/clips.ts';
import type { DateRange } from '@clipline/contract/common.ts';

export type ClipTypeFilter = 'all' | 'text' | 'file';

export interface ClipFilters {
  readonly search: string;
  readonly type: ClipTypeFilter;
  readonly favorite: boolean | null;
  readonly dateRange: DateRange;
}

export const NO_FILTERS: ClipFilters = { search: '', type: 'all', favorite: null, dateRange: 'all' };

export const TYPES = [
  { value: 'all', label: 'All' },
  { value: 'text', label: 'Text' },
  { value: 'file', label: 'Files' },
] as const;

export const DATE_RANGES = [
  { value: 'all', label: 'All time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
  { value: 'month', label: 'This month' },
] as const;

export const FAVORITES = [
  { value: '', label: 'All' },
  { value: 'true', label: 'Favorites' },
  { value: 'false', label: 'Not favorites' },
] as const;

const oneOf = <T extends string>(options: readonly { readonly value: T }[], value: string | null, otherwise: T): T =>
  options.find((option) => option.value === value)?.value ?? otherwise;

/** What the address bar says; anything unknown in it counts as not set. */
export function filtersIn(params: URLSearchParams): ClipFilters {
  const favorite = params.get('favorite');
  return {
    search: params.get('search') ?? '',
    type: oneOf(TYPES, params.get('type'), 'all'),
    favorite: favorite === 'true' ? true : favorite === 'false' ? false : null,
    dateRange: oneOf(DATE_RANGES, params.get('date'), 'all'),
  };
}

export function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1;
}

/** The address with these filters, on its first page; what is not set stays out of it. */
export function withFilters(params: URLSearchParams, filters: ClipFilters): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, unset: string) => (value === unset ? next.delete(name) : next.set(name, value));
  put('search', filters.search.trim() === '' ? '' : filters.search, '');
  put('type', filters.type, 'all');
  put('favorite', filters.favorite === null ? '' : String(filters.favorite), '');
  put('date', filters.dateRange, 'all');
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
  Number(filters.type !== 'all') + Number(filters.favorite !== null) + Number(filters.dateRange !== 'all');

export const isFiltered = (filters: ClipFilters): boolean => filters.search.trim() !== '' || countSet(filters) > 0;

export const queryOf = (filters: ClipFilters, page: number, pageSize: number): ClipListQuery => ({
  page,
  pageSize,
  ...(filters.search.trim() !== '' && { search: filters.search.trim() }),
  ...(filters.type !== 'all' && { type: filters.type }),
  ...(filters.favorite !== null && { favorite: filters.favorite ? 'true' : 'false' }),
  ...(filters.dateRange !== 'all' && { dateRange: filters.dateRange }),
});
