import { Tags } from 'lucide-react';
import { CONTENT_TYPES, DATE_RANGES } from '../../../lib/filters.ts';
import { m } from '../../../paraglide/messages.js';
import { classNames } from '../../../ui/class-names.ts';
import { FilterBar, type FilterBarProps } from '../../../ui/filter-bar.tsx';
import { SegmentedControl, SelectField } from '../../../ui/select.tsx';
import { open } from '../overlays.ts';
import { TagDot } from '../tags/tag-dot.tsx';
import { useTags } from '../tags/tags.api.ts';
import { type ClipFilterControls, clipFilters, FAVORITES } from './filters.ts';

const CHIP =
  'inline-flex h-8 max-w-60 shrink-0 items-center gap-2 rounded-full border px-3 text-sm transition-colors duration-150 touch:h-11';

interface TagFilterProps {
  chosen: readonly string[];
  onChange: (tags: string[]) => void;
}

function TagFilter({ chosen, onChange }: TagFilterProps) {
  const { data: tags = [] } = useTags();
  // One that was deleted elsewhere cannot be taken off by its chip.
  const shown = chosen.filter((each) => tags.some(({ id }) => id === each));
  if (tags.length === 0) return null;
  return (
    <div role="group" aria-label={m.tags_filter()} className="-m-1 flex gap-2 overflow-x-auto p-1">
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
              on
                ? 'border-accent bg-accent-soft text-ink'
                : 'border-line bg-surface text-body hover:bg-hover hover:text-ink',
            )}
          >
            <TagDot color={color} />
            <bdi translate="no" className="truncate">
              {name}
            </bdi>
          </button>
        );
      })}
      <button
        type="button"
        onClick={() => open('tags')}
        className={classNames(CHIP, 'border-transparent text-muted hover:bg-hover hover:text-ink')}
      >
        <Tags size={14} aria-hidden />
        {m.tags_edit()}
      </button>
    </div>
  );
}

export interface ClipFilterBarProps extends Pick<FilterBarProps, 'lead' | 'aside'> {
  controls: ClipFilterControls;
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
  const tags = <TagFilter chosen={shown.tags} onChange={(chosen) => change({ tags: chosen })} />;
  return (
    <FilterBar
      lead={lead}
      aside={aside}
      below={lead ? undefined : tags}
      label={m.clips_search()}
      placeholder={m.clips_search_placeholder()}
      controls={{
        ...controls,
        // Tags have a row of their own, where they are not among the filters.
        active: clipFilters.count({
          ...shown,
          ...(!lead && { tags: [] }),
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
      {lead && tags}
    </FilterBar>
  );
}
