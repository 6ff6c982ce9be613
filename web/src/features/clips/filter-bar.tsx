import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { countSet, isFiltered } from './filters.ts';
import { FilterPanel } from './filter-panel.tsx';
import type { FilterControls } from './use-filters.ts';

export interface FilterBarProps {
  controls: FilterControls;
  /** How many clips match; undefined while that is not known. */
  total: number | undefined;
  /** Off where every clip is a favourite anyway. */
  withFavorites?: boolean;
}

export function FilterBar({ controls, total, withFavorites = true }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const { filters, search } = controls;
  const set = countSet(withFavorites ? filters : { ...filters, favorite: null });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search clips"
          placeholder="Search clips..."
          value={search}
          onValueChange={controls.setSearch}
          className="min-w-0 flex-1 md:max-w-96"
        />
        <Button
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
          className={open ? 'bg-hover' : ''}
        >
          <SlidersHorizontal size={16} aria-hidden />
          Filters
          {set > 0 && (
            <span className="tabular inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent">
              {set}
              <span className="sr-only"> active</span>
            </span>
          )}
        </Button>
        {isFiltered({ ...filters, search }) && (
          <Button variant="ghost" onClick={controls.clear}>
            Clear all
          </Button>
        )}
      </div>
      {open && <FilterPanel id={panel} controls={controls} total={total} withFavorites={withFavorites} />}
    </div>
  );
}
