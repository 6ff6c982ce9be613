import { m } from '../../paraglide/messages.js';
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
  const { shown, setSearch, clear } = controls;
  return (
    <FilterBar
      label={m.clips_search()}
      placeholder={m.clips_search_placeholder()}
      search={shown.search}
      onSearchChange={setSearch}
      active={countSet(withFavorites ? shown : { ...shown, favorite: null })}
      filtered={isFiltered(shown)}
      onClear={clear}
    >
      <FilterFields controls={controls} total={total} withFavorites={withFavorites} />
    </FilterBar>
  );
}
