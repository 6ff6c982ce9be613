import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useDebounced } from './debounce.ts';
import type { FilterSet } from './filters.ts';

const DEBOUNCE_MS = 300;

export interface FilterControls<F extends { readonly search: string }> {
  /** What the lists are filtered by: the address bar's. */
  readonly filters: F;
  /**
   * What the controls show: ahead of the address while a search is typed, and while the router is
   * on its way.
   */
  readonly shown: F;
  /** How many of those are set beside the search. */
  readonly active: number;
  /** Some of the list may be left out. */
  readonly filtered: boolean;
  readonly setSearch: (search: string) => void;
  readonly change: (change: Partial<Omit<F, 'search'>>) => void;
  readonly clear: () => void;
}

/** Filters live in the address, so that back and reload keep them. */
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

  // The address changed by itself, by going back for example: the controls follow.
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
