import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import type { FilterControls } from '../../../lib/use-filters.ts';
import { CONTENT_TYPES, DATE_RANGES } from '../../../lib/filters.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { SortField } from '../../../ui/sort-field.tsx';
import { contentFilters, SORTS, type ContentFilters } from './content-filters.ts';

export interface ContentFilterBarProps {
  controls: FilterControls<ContentFilters>;
  /** Addresses of everyone who added something. */
  authors: readonly string[];
  /** How many items match; undefined while that is not known. */
  total: number | undefined;
}

/** All of it in sight on a wide screen; on a small one everything but the search folds away. */
export function ContentFilterBar({ controls, authors, total }: ContentFilterBarProps) {
  const { shown, setSearch, change, clear } = controls;
  const [open, setOpen] = useState(false);
  const fields = useId();
  const active = contentFilters.count(shown);
  // An author whose last item went is still what is filtered by.
  const known =
    shown.user === 'all' || authors.includes(shown.user) ? authors : [...authors, shown.user];
  const users = [
    { value: 'all', label: m.rooms_all_users() },
    ...known.map((email) => ({ value: email, label: email })),
  ];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
        <SearchInput
          label={m.rooms_content_search()}
          placeholder={m.rooms_content_search_placeholder()}
          value={shown.search}
          onValueChange={setSearch}
          className="min-w-0 flex-1 basis-56 max-lg:basis-0"
        />
        <Button
          aria-expanded={open}
          aria-controls={fields}
          aria-label={active > 0 ? m.rooms_filters_active({ count: active }) : m.rooms_filters()}
          onClick={() => setOpen(!open)}
          className={classNames('lg:hidden', open && 'bg-hover')}
        >
          <SlidersHorizontal size={16} aria-hidden />
          {active > 0 && (
            <span className="tabular text-xs font-semibold text-accent">{active}</span>
          )}
        </Button>
        <div
          id={fields}
          className={classNames(
            'flex flex-wrap items-end gap-3 max-lg:basis-full max-lg:gap-x-2',
            !open && 'max-lg:hidden',
          )}
        >
          <SelectField
            className="w-28 max-lg:grow"
            label={m.rooms_type()}
            value={shown.type}
            options={CONTENT_TYPES}
            onValueChange={(type) => change({ type })}
          />
          <SelectField
            className="w-44 max-lg:grow"
            label={m.rooms_user()}
            value={shown.user}
            options={users}
            onValueChange={(user) => change({ user })}
          />
          <SelectField
            className="w-36 max-lg:w-32 max-lg:grow"
            label={m.rooms_date_range()}
            value={shown.dateRange}
            options={DATE_RANGES}
            onValueChange={(dateRange) => change({ dateRange })}
          />
          <SortField
            value={shown.sort}
            options={SORTS}
            order={shown.order}
            onValueChange={(sort) => change({ sort })}
            onOrderChange={(order) => change({ order })}
          />
        </div>
      </div>
      <div className="-mb-2 flex min-h-8 items-center gap-2">
        {total !== undefined && (
          <p role="status" className="tabular text-sm text-muted">
            {m.rooms_items_count({ count: total })}
          </p>
        )}
        {contentFilters.narrows(shown) && (
          <Button size="sm" variant="ghost" onClick={clear}>
            {m.rooms_clear_all()}
          </Button>
        )}
      </div>
    </div>
  );
}
