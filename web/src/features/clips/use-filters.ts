import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { filtersIn, NO_FILTERS, pageIn, withFilters, withPage, type ClipFilters } from './filters.ts';

const DEBOUNCE_MS = 300;

export interface FilterControls {
  /** What the lists are filtered by: the address bar's. */
  readonly filters: ClipFilters;
  readonly page: number;
  /** What the search field shows, ahead of the filters while somebody types. */
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly change: (change: Partial<Omit<ClipFilters, 'search'>>) => void;
  readonly clear: () => void;
  readonly setPage: (page: number) => void;
}

/** Filters and page live in the address, so that back and reload keep them. */
export function useFilters(): FilterControls {
  const [params, setParams] = useSearchParams();
  const filters = filtersIn(params);
  const [search, setTyped] = useState(filters.search);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const applied = useRef(filters.search);

  const apply = (next: ClipFilters) => {
    clearTimeout(timer.current);
    applied.current = next.search.trim() === '' ? '' : next.search;
    setParams((current) => withFilters(current, next), { replace: true, preventScrollReset: true });
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The address changed by itself, by going back for example.
    if (filters.search === applied.current) return;
    applied.current = filters.search;
    clearTimeout(timer.current);
    setTyped(filters.search);
  }, [filters.search]);

  return {
    filters,
    page: pageIn(params),
    search,
    setSearch(typed) {
      setTyped(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current({ ...filters, search: typed }), DEBOUNCE_MS);
    },
    change: (change) => apply({ ...filters, search, ...change }),
    clear() {
      setTyped('');
      apply(NO_FILTERS);
    },
    setPage: (page) => setParams((current) => withPage(current, page)),
  };
}
