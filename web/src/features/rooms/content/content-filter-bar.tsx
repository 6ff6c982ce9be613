import { useMediaQuery } from '../../../lib/browser.ts';
import { CONTENT_TYPES, DATE_RANGES, type FilterControls } from '../../../lib/filters.ts';
import { m } from '../../../paraglide/messages.js';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { SelectField, SortField } from '../../../ui/select.tsx';
import { ViewField, ViewSwitch } from '../../../ui/view-switch.tsx';
import { type ContentFilters, SORTS } from './content-filters.ts';

export interface ContentFilterBarProps {
  controls: FilterControls<ContentFilters>;
  authors: readonly string[];
  total: number | undefined;
}

/** In the line of the tabs. */
export function ContentFilterBar({ controls, authors, total }: ContentFilterBarProps) {
  const { shown, change } = controls;
  // For all of them, in every language.
  const wide = useMediaQuery('(width >= 90rem)');
  const folded = useMediaQuery('(width < 64rem)');
  // An author whose last item went is still what is filtered by.
  const known =
    shown.user === 'all' || authors.includes(shown.user) ? authors : [...authors, shown.user];
  const users = [
    { value: 'all', label: m.rooms_all_users() },
    ...known.map((email) => ({ value: email, label: email })),
  ];
  return (
    <FilterBar
      label={m.rooms_content_search()}
      placeholder={m.rooms_content_search_placeholder()}
      controls={controls}
      total={total === undefined ? undefined : m.rooms_items_count({ count: total })}
      inline={wide}
      folded={folded}
      aside={!folded && <ViewSwitch />}
    >
      <SelectField
        className="min-w-28 max-[90rem]:grow"
        inline={wide}
        label={m.rooms_type()}
        value={shown.type}
        options={CONTENT_TYPES}
        onValueChange={(type) => change({ type })}
      />
      <SelectField
        className="w-36 max-[90rem]:grow"
        inline={wide}
        label={m.rooms_user()}
        value={shown.user}
        options={users}
        onValueChange={(user) => change({ user })}
      />
      <SelectField
        className="max-[90rem]:w-32 max-[90rem]:grow"
        inline={wide}
        label={m.rooms_date_range()}
        value={shown.dateRange}
        options={DATE_RANGES}
        onValueChange={(dateRange) => change({ dateRange })}
      />
      <SortField inline={wide} options={SORTS} controls={controls} />
      {folded && <ViewField />}
    </FilterBar>
  );
}
