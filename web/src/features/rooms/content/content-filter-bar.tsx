import { useMediaQuery } from '../../../lib/browser.ts';
import { CONTENT_TYPES, DATE_RANGES, type FilterControls } from '../../../lib/filters.ts';
import { m } from '../../../paraglide/messages.js';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { SelectField, SortField } from '../../../ui/select.tsx';
import { ViewField, ViewSwitch } from '../../../ui/view-switch.tsx';
import { useOpenRoom } from '../room-context.ts';
import { type ContentFilters, SORTS } from './content-filters.ts';
import { useRoomContent } from './room-content.api.ts';

/** In the line of the tabs. */
export function ContentFilterBar({ controls }: { controls: FilterControls<ContentFilters> }) {
  const { shown, change } = controls;
  const { room } = useOpenRoom();
  const total = useRoomContent(room, controls.filters).data?.pages[0]?.total;
  // For all of them, in every language.
  const wide = useMediaQuery('(width >= 90rem)');
  const folded = useMediaQuery('(width < 64rem)');
  // An author whose last item went is still what is filtered by.
  const known = new Set(['all', ...room.authors, shown.user]);
  const users = [...known].map((value) => ({
    value,
    label: value === 'all' ? m.rooms_all_users() : value,
  }));
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
