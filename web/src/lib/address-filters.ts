import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const DEBOUNCE_MS = 300;

/**
 * How filters are spelled in an address. Reading takes anything unknown for not set; writing leaves
 * out what is not set.
 */
export interface FilterSpelling<F> {
  readonly none: F;
  readonly read: (params: URLSearchParams) => F;
  readonly write: (params: URLSearchParams, filters: F) => URLSearchParams;
}

export interface FilterControls<F extends { readonly search: string }> {
  /** What the lists are filtered by: the address bar's. */
  readonly filters: F;
  /**
   * What the controls show: ahead of the address while somebody types, and while the router is on
   * its way.
   */
  readonly shown: F;
  /** `shown.search`. */
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly change: (change: Partial<Omit<F, 'search'>>) => void;
  readonly clear: () => void;
}

/** Filters live in the address, so that back and reload keep them. */
export function useAddressFilters<F extends { readonly search: string }>({
  none,
  read,
  write,
}: FilterSpelling<F>): FilterControls<F> {
  const [params, setParams] = useSearchParams();
  const filters = read(params);
  const keyOf = (of: F) => write(new URLSearchParams(), of).toString();
  const inAddress = keyOf(filters);
  const [shown, setShown] = useState(filters);
  const [seen, setSeen] = useState(inAddress);
  const [applied, setApplied] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  // The address changed by itself, by going back for example: the controls follow.
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== applied) {
      setApplied(inAddress);
      setShown(filters);
    }
  }

  const apply = (next: F) => {
    clearTimeout(timer.current);
    setApplied(keyOf(next));
    setParams((current) => write(current, next), { replace: true, preventScrollReset: true });
  };
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (next: F) => {
    setShown(next);
    apply(next);
  };
  return {
    filters,
    shown,
    search: shown.search,
    setSearch(search) {
      const next = { ...shown, search };
      setShown(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(next), DEBOUNCE_MS);
    },
    change: (change) => show({ ...shown, ...change }),
    clear: () => show(none),
  };
}
