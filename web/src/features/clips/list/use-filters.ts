import { useSearchParams } from 'react-router';
import { useFilters, type FilterControls } from '../../../lib/use-filters.ts';
import { clipFilters, pageIn, withPage, type ClipFilters } from './filters.ts';

export interface ClipFilterControls extends FilterControls<ClipFilters> {
  readonly page: number;
  readonly setPage: (page: number) => void;
}

/** Filters and page of the clip lists. */
export function useClipFilters(): ClipFilterControls {
  const controls = useFilters(clipFilters);
  const [params, setParams] = useSearchParams();
  return {
    ...controls,
    page: pageIn(params),
    setPage: (page) => setParams((current) => withPage(current, page)),
  };
}
