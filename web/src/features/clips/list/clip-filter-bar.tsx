import type { ReactNode } from 'react';
import { CONTENT_TYPES, DATE_RANGES } from '../../../lib/filters.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { TagFilter } from '../tags/tag-filter.tsx';
import { FoundText } from './clip-card.tsx';
import { clipFilters, FAVORITES } from './filters.ts';
import type { ClipFilterControls } from './use-filters.ts';

export interface ClipFilterBarProps {
  controls: ClipFilterControls;
  /** How many clips match; undefined while that is not known. */
  total: number | undefined;
  /** Off where every clip is a favourite anyway. */
  withFavorites?: boolean;
  /** A heading in the same line. */
  lead?: ReactNode;
  /** A way on, at the end of the line. */
  aside?: ReactNode;
}

export function ClipFilterBar({
  controls,
  total,
  withFavorites = true,
  lead,
  aside,
}: ClipFilterBarProps) {
  const { shown, change } = controls;
  const { type, dateRange, favorite } = shown;
  return (
    <FilterBar
      lead={lead}
      aside={
        <>
          {total !== undefined && (
            <p
              role="status"
              className={classNames(
                'tabular text-sm whitespace-nowrap text-muted',
                // Beside a heading the figures of all stand already.
                lead !== undefined && !clipFilters.narrows(shown) && 'sr-only',
              )}
            >
              {m.clips_count({ count: total })}
            </p>
          )}
          {aside}
        </>
      }
      below={<TagFilter chosen={shown.tags} onChange={(tags) => change({ tags })} />}
      label={m.clips_search()}
      placeholder={m.clips_search_placeholder()}
      search={shown.search}
      onSearchChange={(search) => {
        FoundText.preload();
        controls.setSearch(search);
      }}
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
        className="w-40 max-sm:w-full"
        label={m.clips_date_range()}
        value={dateRange}
        options={DATE_RANGES}
        onValueChange={(next) => change({ dateRange: next })}
      />
      {withFavorites && (
        <SelectField
          className="w-44 max-sm:w-full"
          label={m.clips_favorites()}
          value={favorite === null ? '' : favorite ? 'true' : 'false'}
          options={FAVORITES}
          onValueChange={(next) => change({ favorite: next === '' ? null : next === 'true' })}
        />
      )}
    </FilterBar>
  );
}
