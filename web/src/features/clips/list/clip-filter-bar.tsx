import { CONTENT_TYPES, DATE_RANGES } from '../../../lib/filters.ts';
import { m } from '../../../paraglide/messages.js';
import { FilterBar, type FilterBarProps } from '../../../ui/filter-bar.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { TagFilter } from '../tags/tag-filter.tsx';
import { clipFilters, FAVORITES, type ClipFilterControls } from './filters.ts';

export interface ClipFilterBarProps extends Pick<FilterBarProps, 'lead' | 'aside'> {
  controls: ClipFilterControls;
  /** How many clips match; undefined while that is not known. */
  total: number | undefined;
  /** Off where every clip is a favourite anyway. */
  withFavorites?: boolean;
}

export function ClipFilterBar({
  controls,
  total,
  withFavorites = true,
  lead,
  aside,
}: ClipFilterBarProps) {
  const { shown, change } = controls;
  return (
    <FilterBar
      lead={lead}
      aside={aside}
      below={<TagFilter chosen={shown.tags} onChange={(tags) => change({ tags })} />}
      label={m.clips_search()}
      placeholder={m.clips_search_placeholder()}
      controls={{
        ...controls,
        // Tags have a row of their own.
        active: clipFilters.count({
          ...shown,
          tags: [],
          ...(!withFavorites && { favorite: null }),
        }),
      }}
      total={total === undefined ? undefined : m.clips_count({ count: total })}
    >
      <SegmentedControl
        label={m.clips_type()}
        showLabel
        value={shown.type}
        options={CONTENT_TYPES}
        onValueChange={(type) => change({ type })}
      />
      <SelectField
        className="w-40 max-sm:w-full"
        label={m.clips_date_range()}
        value={shown.dateRange}
        options={DATE_RANGES}
        onValueChange={(dateRange) => change({ dateRange })}
      />
      {withFavorites && (
        <SelectField
          className="w-44 max-sm:w-full"
          label={m.clips_favorites()}
          value={String(shown.favorite ?? '')}
          options={FAVORITES}
          onValueChange={(next) => change({ favorite: next === '' ? null : next === 'true' })}
        />
      )}
    </FilterBar>
  );
}
