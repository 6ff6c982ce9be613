import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '../paraglide/messages.js';
import { useDebounced } from './debounce.ts';

export interface FilterField<T> {
  readonly none: T;
  read(value: string | null): T;
  write(value: T): string | null;
  /** The name in the address. */
  readonly as?: string;
  /** It leaves nothing out, and is not counted. */
  readonly sorts?: boolean;
}

interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

export const chosen = <T extends string>(
  options: readonly Option<T>[],
  value: string | null,
  otherwise: T,
): T => options.find((option) => option.value === value)?.value ?? otherwise;

export const choice = <T extends string>(
  options: readonly Option<T>[],
  none: NoInfer<T>,
  more: Pick<FilterField<T>, 'as' | 'sorts'> = {},
): FilterField<T> => ({
  none,
  read: (value) => chosen(options, value, none),
  write: (value) => (value === none ? null : value),
  ...more,
});

export const order: FilterField<'asc' | 'desc'> = {
  none: 'desc',
  read: (value) => (value === 'asc' ? 'asc' : 'desc'),
  write: (value) => (value === 'desc' ? null : value),
  sorts: true,
};

export interface FilterSet<F extends { readonly search: string }> {
  readonly none: F;
  readonly read: (params: URLSearchParams) => F;
  readonly write: (params: URLSearchParams, filters: F) => URLSearchParams;
  readonly count: (filters: F) => number;
  readonly narrows: (filters: F) => boolean;
}

const searchField: FilterField<string> = {
  none: '',
  read: (value) => value ?? '',
  write: (value) => (value.trim() === '' ? null : value),
};

export function filterSet<F extends object>(fields: {
  readonly [K in keyof F]: FilterField<F[K]>;
}): FilterSet<F & { readonly search: string }> {
  type All = F & { readonly search: string };
  const all = Object.entries<FilterField<unknown>>({ search: searchField, ...fields });
  const each = (valueOf: (field: FilterField<unknown>, name: string) => unknown) =>
    Object.fromEntries(all.map(([key, field]) => [key, valueOf(field, field.as ?? key)])) as All;
  const written = (filters: All) =>
    all.map(([key, field]) => {
      const value = field.write(filters[key as keyof All]);
      return { name: field.as ?? key, value, counts: key !== 'search' && !field.sorts };
    });
  const count = (filters: All) =>
    written(filters).filter(({ value, counts }) => counts && value !== null).length;
  return {
    none: each((field) => field.none),
    read: (params) => each((field, name) => field.read(params.get(name))),
    write(params, filters) {
      const next = new URLSearchParams(params);
      next.delete('page');
      for (const { name, value } of written(filters))
        if (value === null) next.delete(name);
        else next.set(name, value);
      return next;
    },
    count,
    narrows: (filters) => searchField.write(filters.search) !== null || count(filters) > 0,
  };
}

export type FiltersOf<S> = S extends FilterSet<infer F> ? F : never;

export const CONTENT_TYPES = [
  { value: 'all', label: m.ui_filter_all() },
  { value: 'text', label: m.ui_filter_text() },
  { value: 'file', label: m.ui_filter_files() },
] as const;

function isKnownZone(name: string | undefined): name is string {
  try {
    return Boolean(name && new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Where the browser has no name for it, or one that nobody knows, the offset of now. */
export function timeZone(): string {
  const { timeZone: name } = new Intl.DateTimeFormat().resolvedOptions();
  if (isKnownZone(name) && name !== 'Etc/Unknown') return name;
  const minutes = -new Date().getTimezoneOffset();
  const clock = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
  return `${minutes < 0 ? '-' : '+'}${clock}`;
}

export const DATE_RANGES = [
  { value: 'all', label: m.ui_filter_all_time() },
  { value: 'today', label: m.ui_filter_today() },
  { value: 'week', label: m.ui_filter_week() },
  { value: 'month', label: m.ui_filter_month() },
] as const;

/** What the server would refuse is the first page. */
function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1;
}

function withPage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params);
  if (page > 1) next.set('page', String(page));
  else next.delete('page');
  return next;
}

export function usePage() {
  const [params, setParams] = useSearchParams();
  return {
    page: pageIn(params),
    setPage: (page: number) => setParams((current) => withPage(current, page)),
    /** Back would lead to a page that is not there any more. */
    replacePage: (page: number) =>
      setParams((current) => withPage(current, page), { replace: true }),
  };
}

const DEBOUNCE_MS = 300;

export interface FilterControls<F extends { readonly search: string }> {
  readonly filters: F;
  /** Ahead of the address while a search is typed. */
  readonly shown: F;
  readonly active: number;
  readonly filtered: boolean;
  readonly setSearch: (search: string) => void;
  readonly change: (change: Partial<Omit<F, 'search'>>) => void;
  readonly clear: () => void;
}

export function useFilters<F extends { readonly search: string }>({
  none,
  read,
  write,
  count,
  narrows,
}: FilterSet<F>): FilterControls<F> {
  const [params, setParams] = useSearchParams();
  const filters = read(params);
  const keyOf = (of: F) => write(new URLSearchParams(), of).toString();
  const inAddress = keyOf(filters);
  const [shown, setShown] = useState(filters);
  const [seen, setSeen] = useState(inAddress);
  const [applied, setApplied] = useState(inAddress);

  // By going back, for example.
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== applied) {
      setApplied(inAddress);
      setShown(filters);
    }
  }

  const apply = useDebounced((next: F) => {
    setApplied(keyOf(next));
    setParams((current) => write(current, next), { replace: true, preventScrollReset: true });
  }, DEBOUNCE_MS);
  const show = (next: F) => {
    setShown(next);
    apply(next);
  };
  const showNow = (next: F) => {
    show(next);
    apply.flush();
  };
  return {
    filters,
    shown,
    active: count(shown),
    filtered: narrows(shown),
    setSearch: (search) => show({ ...shown, search }),
    change: (change) => showNow({ ...shown, ...change }),
    clear: () => showNow(none),
  };
}
