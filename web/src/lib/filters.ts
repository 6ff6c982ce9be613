import { m } from '../paraglide/messages.js';

/** How one filter of a list is spelled in the address. */
export interface FilterField<T> {
  readonly none: T;
  /** Anything unknown counts as not set. */
  read(value: string | null): T;
  /** Null: stays out of the address. */
  write(value: T): string | null;
  /** The name in the address, where it is not the field's own. */
  readonly as?: string;
  /** It leaves nothing out, so that it is not counted. */
  readonly sorts?: boolean;
}

interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** The option of that value; anything that is none counts as not set. */
export const chosen = <T extends string>(
  options: readonly Option<T>[],
  value: string | null,
  otherwise: T,
): T => options.find((option) => option.value === value)?.value ?? otherwise;

/** One of a few options. */
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

/** Which way round a list is sorted. */
export const order: FilterField<'asc' | 'desc'> = {
  none: 'desc',
  read: (value) => (value === 'asc' ? 'asc' : 'desc'),
  write: (value) => (value === 'desc' ? null : value),
  sorts: true,
};

/** The filters of one kind of list, with a search. */
export interface FilterSet<F extends { readonly search: string }> {
  readonly none: F;
  readonly read: (params: URLSearchParams) => F;
  /** The address with these filters, on its first page. */
  readonly write: (params: URLSearchParams, filters: F) => URLSearchParams;
  /** How many are set beside the search: the number on the button that opens them. */
  readonly count: (filters: F) => number;
  /** Some of the list may be left out. */
  readonly narrows: (filters: F) => boolean;
}

const search: FilterField<string> = {
  none: '',
  read: (value) => value ?? '',
  write: (value) => (value.trim() === '' ? null : value),
};

export function filterSet<F extends object>(fields: {
  readonly [K in keyof F]: FilterField<F[K]>;
}): FilterSet<F & { readonly search: string }> {
  type All = F & { readonly search: string };
  const all = Object.entries<FilterField<unknown>>({ search, ...fields });
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
    narrows: (filters) => search.write(filters.search) !== null || count(filters) > 0,
  };
}

export type FiltersOf<S> = S extends FilterSet<infer F> ? F : never;

export const CONTENT_TYPES = [
  { value: 'all', label: m.ui_filter_all() },
  { value: 'text', label: m.ui_filter_text() },
  { value: 'file', label: m.ui_filter_files() },
] as const;

/**
 * Where today, this week and this month begin. Where the browser knows no name for it, its offset of
 * now: days are those of its clock then too.
 */
export function timeZone(): string {
  const { timeZone: name } = new Intl.DateTimeFormat().resolvedOptions();
  if (name && name !== 'Etc/Unknown') return name;
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
