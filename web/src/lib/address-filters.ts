import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const DEBOUNCE_MS = 300;

/** How filters are spelled in an address. Reading takes anything unknown for not set; writing leaves out what is not set. */
export interface FilterSpelling<F> {
  readonly none: F;
  readonly read: (params: URLSearchParams) => F;
  readonly write: (params: URLSearchParams, filters: F) => URLSearchParams;
}

export interface FilterControls<F extends { readonly search: string }> {
  /** What the lists are filtered by: the address bar's. */
  readonly filters: F;
  /** What the search field shows, ahead of the filters while somebody types. */
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly change: (change: Partial<Omit<F, 'search'>>) => void;
  readonly clear: () => void;
}

/** Filters live in the address, so that back and reload keep them. */
export function useAddressFilters<F extends { readonly search: string }>({ none, read, write }: FilterSpelling<F>): FilterControls<F> {
  const [params, setParams] = useSearchParams();
  const filters = read(params);
  const [search, setTyped] = useState(filters.search);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const applied = useRef(filters.search);

  const apply = (next: F) => {
    clearTimeout(timer.current);
    applied.current = next.search.trim() === '' ? '' : next.search;
    setParams((current) => write(current, next), { replace: true, preventScrollReset: true });
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
    search,
    setSearch(typed) {
      setTyped(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current({ ...filters, search: typed }), DEBOUNCE_MS);
    },
    change: (change) => apply({ ...filters, search, ...change }),
    clear() {
      setTyped('');
      apply(none);
    },
  };
}
