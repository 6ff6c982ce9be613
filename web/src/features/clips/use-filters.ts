import { useSearchParams } from 'react-router';
import { useAddressFilters, type FilterControls } from '../../lib/address-filters.ts';
import {
  filtersIn,
  NO_FILTERS,
  pageIn,
  withFilters,
  withPage,
  type ClipFilters,
} from './filters.ts';

export interface ClipFilterControls extends FilterControls<ClipFilters> {
  readonly page: number;
  readonly setPage: (page: number) => void;
}

const spelling = { none: NO_FILTERS, read: filtersIn, write: withFilters };

/** Filters and page of the clip lists. */
export function useFilters(): ClipFilterControls {
  const controls = useAddressFilters(spelling);
  const [params, setParams] = useSearchParams();
  return {
    ...controls,
    page: pageIn(params),
    setPage: (page) => setParams((current) => withPage(current, page)),
  };
}
