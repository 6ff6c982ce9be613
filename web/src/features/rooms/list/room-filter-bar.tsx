import type { FilterControls } from '../../../lib/use-filters.ts';
import { m } from '../../../paraglide/messages.js';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { SortField } from '../../../ui/sort-field.tsx';
import { MEMBER_COUNTS, PRIVACIES, SORTS, type RoomFilters } from './room-filters.ts';

/** `total`: how many rooms match; undefined while that is not known. */
export function RoomFilterBar({
  controls,
  total,
}: {
  controls: FilterControls<RoomFilters>;
  total: number | undefined;
}) {
  const { shown, change } = controls;
  return (
    <FilterBar
      label={m.rooms_search()}
      placeholder={m.rooms_search_placeholder()}
      controls={controls}
      total={total === undefined ? undefined : m.rooms_count({ count: total })}
    >
      <SegmentedControl
        label={m.rooms_privacy()}
        showLabel
        value={shown.privacy}
        options={PRIVACIES}
        onValueChange={(privacy) => change({ privacy })}
      />
      <SelectField
        className="w-44 max-sm:w-full"
        label={m.rooms_member_count()}
        value={shown.members}
        options={MEMBER_COUNTS}
        onValueChange={(members) => change({ members })}
      />
      <SortField options={SORTS} controls={controls} />
    </FilterBar>
  );
}
