import { CONTENT_TYPES, DATE_RANGES } from '../../../lib/filters.ts';
import { m } from '../../../paraglide/messages.js';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { TagFilter } from '../tags/tag-filter.tsx';
import { clipFilters, FAVORITES } from './filters.ts';
import type { ClipFilterControls } from './use-filters.ts';

export interface ClipFilterBarProps {
  controls: ClipFilterControls;
  /** How many clips match; undefined while that is not known. */
  total: number | undefined;
  /** Off where every clip is a favourite anyway. */
  withFavorites?: boolean;
}

export function ClipFilterBar({ controls, total, withFavorites = true }: ClipFilterBarProps) {
  const { shown, change } = controls;
  const { type, dateRange, favorite } = shown;
  return (
    <div className="flex flex-col gap-3">
      <TagFilter chosen={shown.tags} onChange={(tags) => change({ tags })} />
      <FilterBar
        label={m.clips_search()}
        placeholder={m.clips_search_placeholder()}
        search={shown.search}
        onSearchChange={controls.setSearch}
        // Tags have a row of their own.
        active={clipFilters.count({
          ...shown,
          tags: [],
          ...(!withFavorites && { favorite: null }),
        })}
        filtered={clipFilters.narrows(shown)}
        onClear={controls.clear}
      >
        <SegmentedControl
          label={m.clips_type()}
          showLabel
          value={type}
          options={CONTENT_TYPES}
          onValueChange={(next) => change({ type: next })}
        />
        <SelectField
          className="w-40"
          label={m.clips_date_range()}
          value={dateRange}
          options={DATE_RANGES}
          onValueChange={(next) => change({ dateRange: next })}
        />
        {withFavorites && (
          <SelectField
            className="w-44"
            label={m.clips_favorites()}
            value={favorite === null ? '' : favorite ? 'true' : 'false'}
            options={FAVORITES}
            onValueChange={(next) => change({ favorite: next === '' ? null : next === 'true' })}
          />
        )}
        {total !== undefined && (
          <p role="status" className="tabular flex h-9 items-center text-sm text-muted touch:h-11">
            {m.clips_count({ count: total })}
          </p>
        )}
      </FilterBar>
    </div>
  );
}
