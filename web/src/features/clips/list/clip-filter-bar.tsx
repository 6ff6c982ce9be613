import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { CONTENT_TYPES, DATE_RANGES } from '../../../lib/filters.ts';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FilterBar, type FilterBarProps } from '../../../ui/filter-bar.tsx';
import { SegmentedControl } from '../../../ui/select.tsx';
import { open } from '../overlays.ts';
import { TagDot } from '../tags/tag-dot.tsx';
import { useTags } from '../tags/tags.api.ts';
import { type ClipFilterControls, clipFilters, FAVORITES } from './filters.ts';

const CHIP =
  'relative inline-flex h-8 max-w-60 shrink-0 items-center gap-2 rounded-full px-2.5 text-sm font-medium transition-colors duration-150 touch:h-9 touch:px-3 touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-1';

interface TagFilterProps {
  chosen: readonly string[];
  onChange: (tags: string[]) => void;
  /** Among the filters there is height, and less width. */
  wraps?: boolean;
}

export function TagFilter({ chosen, onChange, wraps = false }: TagFilterProps) {
  const { data: tags = [] } = useTags();
  // One that was deleted elsewhere cannot be taken off by its chip.
  const shown = chosen.filter((each) => tags.some(({ id }) => id === each));
  if (tags.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={m.tags_filter()}
      className={classNames(
        'flex items-center gap-1',
        wraps
          ? 'flex-wrap'
          : 'overflow-x-auto [scrollbar-width:none] max-md:-mx-4 max-md:h-13 max-md:shrink-0 max-md:gap-2 max-md:px-4 md:min-w-0 md:flex-1 md:basis-40 md:border-s md:border-line md:ps-2',
      )}
    >
      {tags.map(({ id, name, color }) => {
        const on = shown.includes(id);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={on}
            onClick={() => onChange(on ? shown.filter((each) => each !== id) : [...shown, id])}
            className={classNames(
              CHIP,
              '-outline-offset-2',
              on
                ? 'bg-accent-soft text-ink'
                : 'text-body hover:bg-hover hover:text-ink touch:bg-tool',
            )}
          >
            <TagDot color={color} />
            <bdi translate="no" className="truncate">
              {name}
            </bdi>
          </button>
        );
      })}
      <IconButton
        icon={Pencil}
        label={m.tags_edit()}
        className="-outline-offset-2"
        onClick={() => open('tags')}
      />
    </div>
  );
}

export interface ClipFilterBarProps extends Pick<FilterBarProps, 'lead' | 'aside' | 'compact'> {
  controls: ClipFilterControls;
  total: number | undefined;
  /** Off where every clip is a favourite anyway. */
  withFavorites?: boolean;
  /** Below the filters. */
  children?: ReactNode;
}

export function ClipFilterBar({
  controls,
  total,
  withFavorites = true,
  children,
  ...bar
}: ClipFilterBarProps) {
  const { shown, change } = controls;
  const withTags = bar.lead !== undefined;
  const tags = (
    <TagFilter
      chosen={shown.tags}
      onChange={(chosen) => change({ tags: chosen })}
      wraps={withTags}
    />
  );
  return (
    <FilterBar
      {...bar}
      chips={!withTags && tags}
      label={m.clips_search()}
      placeholder={m.clips_search_placeholder()}
      controls={{
        ...controls,
        // Tags have a row of their own, where they are not among the filters.
        active: clipFilters.count({
          ...shown,
          ...(!withTags && { tags: [] }),
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
      <SegmentedControl
        label={m.clips_date_range()}
        showLabel
        value={shown.dateRange}
        options={DATE_RANGES}
        onValueChange={(dateRange) => change({ dateRange })}
      />
      {withFavorites && (
        <SegmentedControl
          label={m.clips_favorites()}
          showLabel
          value={String(shown.favorite ?? '')}
          options={FAVORITES}
          onValueChange={(next) => change({ favorite: next === '' ? null : next === 'true' })}
        />
      )}
      {withTags && tags}
      {children}
    </FilterBar>
  );
}
