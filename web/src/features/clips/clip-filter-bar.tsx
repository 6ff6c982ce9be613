import { FilterBar } from '../../ui/filter-bar.tsx';
import { countSet, isFiltered } from './filters.ts';
import { FilterFields } from './filter-fields.tsx';
import type { ClipFilterControls } from './use-filters.ts';

export interface ClipFilterBarProps {
  controls: ClipFilterControls;
  /** How many clips match; undefined while that is not known. */
  total: number | undefined;
  /** Off where every clip is a favourite anyway. */
  withFavorites?: boolean;
}

export function ClipFilterBar({ controls, total, withFavorites = true }: ClipFilterBarProps) {
  const { filters, search, setSearch, clear } = controls;
  return (
    <FilterBar
      label="Search clips"
      placeholder="Search clips..."
      search={search}
      onSearchChange={setSearch}
      active={countSet(withFavorites ? filters : { ...filters, favorite: null })}
      filtered={isFiltered({ ...filters, search })}
      onClear={clear}
    >
      <FilterFields controls={controls} total={total} withFavorites={withFavorites} />
    </FilterBar>
  );
}
