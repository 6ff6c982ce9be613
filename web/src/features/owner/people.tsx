import type { AdminUser } from '@clipline/contract/schemas/owner.ts';
import { ArrowDown, ArrowUp, Users } from 'lucide-react';
import { PHONE, useMediaQuery } from '../../lib/browser.ts';
import {
  choice,
  type FilterControls,
  filterSet,
  type FiltersOf,
  order,
  useFilters,
  usePage,
} from '../../lib/filters.ts';
import { fileSize, formatNumber } from '../../lib/format.ts';
import { Loaded } from '../../live/failed-state.tsx';
import { m } from '../../paraglide/messages.js';
import { ArrowList } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { ListPager } from '../../ui/pager.tsx';
import { SelectField, SortField } from '../../ui/select.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { useUsers } from './owner.api.ts';
import { PersonActions } from './person-actions.tsx';
import { Face, LastSeen, Person, StateBadge, stateNames } from './person.tsx';

const PAGE_SIZE = 20;
const STATES = [
  { value: 'all', label: m.owner_all_states() },
  ...(['active', 'disabled', 'unconfirmed'] as const).map((value) => ({
    value,
    label: stateNames[value](),
  })),
] as const;
const SORTS = [
  { value: 'createdAt', label: m.owner_since() },
  { value: 'name', label: m.owner_name() },
  { value: 'email', label: m.owner_address() },
  { value: 'lastSeenAt', label: m.owner_last_seen() },
  { value: 'clips', label: m.owner_clips() },
  { value: 'bytes', label: m.owner_storage() },
] as const;
type Sort = (typeof SORTS)[number]['value'];

const peopleFilters = filterSet({
  state: choice(STATES, 'all'),
  sort: choice(SORTS, 'createdAt', { sorts: true }),
  order,
});
type PeopleFilters = FiltersOf<typeof peopleFilters>;
type Controls = FilterControls<PeopleFilters>;

const COLUMNS: readonly { readonly sort: Sort; readonly className: string }[] = [
  { sort: 'name', className: 'text-start' },
  { sort: 'email', className: 'text-start max-xl:hidden' },
  { sort: 'lastSeenAt', className: 'w-32 text-start' },
  { sort: 'clips', className: 'w-24 text-end max-lg:hidden' },
  { sort: 'bytes', className: 'w-48 text-end' },
];

function Heading({ sort, className, shown, change }: (typeof COLUMNS)[number] & Controls) {
  const isSorted = shown.sort === sort;
  const ascending = shown.order === 'asc';
  const Arrow = ascending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (ascending ? 'ascending' : 'descending') : undefined}
      className={`${className} font-medium`}
    >
      <button
        type="button"
        className="inline-flex h-9 items-center gap-1 rounded-chip hover:text-ink aria-pressed:text-ink"
        aria-pressed={isSorted}
        onClick={() => change({ sort, order: isSorted && !ascending ? 'asc' : 'desc' })}
      >
        <span>{SORTS.find(({ value }) => value === sort)?.label}</span>
        {isSorted && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}

const Share = ({ of }: { of: number }) => (
  <span
    aria-hidden
    className="inline-block h-1 w-16 overflow-hidden rounded-full bg-hover align-middle"
  >
    <span className="block h-full bg-line-strong" style={{ width: `${of * 100}%` }} />
  </span>
);

interface ListProps {
  users: readonly AdminUser[];
}

function PeopleTable({ users, controls }: ListProps & { controls: Controls }) {
  const largest = Math.max(1, ...users.map(({ bytes }) => bytes));
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{m.owner_people()}</caption>
      <thead className="text-muted">
        <tr className="border-b border-line">
          {COLUMNS.map((column) => (
            <Heading key={column.sort} {...column} {...controls} />
          ))}
          <th scope="col" className="w-14">
            <span className="sr-only">{m.owner_actions()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id} className="h-13 border-b border-line hover:bg-hover">
            <th scope="row" className="truncate pe-3 text-start font-normal">
              <span className="flex items-center gap-3">
                <Face user={user} size="sm" />
                <Person user={user} />
                <StateBadge user={user} />
              </span>
            </th>
            <td className="truncate pe-6 max-xl:hidden">
              <bdi translate="no">{user.email}</bdi>
            </td>
            <td>
              <LastSeen user={user} />
            </td>
            <td className="tabular text-end max-lg:hidden">{formatNumber(user.clips)}</td>
            <td className="tabular text-end">
              <Share of={user.bytes / largest} />
              <span className="inline-block min-w-20">{fileSize(user.bytes)}</span>
            </td>
            <td className="text-end">
              <PersonActions user={user} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PeopleRows({ users }: ListProps) {
  return (
    <ArrowList label={m.owner_people()} className="-mx-4 flex flex-col border-t border-line">
      {users.map((user) => (
        <li key={user.id} className="flex h-16 items-center gap-3 border-b border-line ps-4 pe-2">
          <Face user={user} size="md" />
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-2 text-base">
              <Person user={user} />
              <StateBadge user={user} />
            </p>
            <p className="truncate text-sm text-muted">
              <LastSeen user={user} />
              <span>{` · ${fileSize(user.bytes)} · ${m.owner_clips_count({ count: user.clips })}`}</span>
            </p>
          </div>
          <PersonActions user={user} />
        </li>
      ))}
    </ArrowList>
  );
}

export function People() {
  const controls = useFilters(peopleFilters);
  const isPhone = useMediaQuery(PHONE);
  const { page } = usePage();
  const { search, state, sort, order: direction } = controls.filters;
  const users = useUsers({
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(state !== 'all' && { state }),
    sort,
    order: direction,
    page,
    pageSize: PAGE_SIZE,
  });
  const total = users.data?.total ?? 0;
  return (
    <div className="flex flex-col gap-4">
      <FilterBar
        label={m.owner_search()}
        placeholder={m.owner_search()}
        controls={controls}
        total={users.data && m.owner_people_count({ count: total })}
        inline={!isPhone}
      >
        <SelectField
          className={isPhone ? 'w-full' : ''}
          inline={!isPhone}
          label={m.owner_state()}
          value={controls.shown.state}
          options={STATES}
          onValueChange={(next) => controls.change({ state: next })}
        />
        {isPhone && <SortField options={SORTS} controls={controls} />}
      </FilterBar>
      <Loaded
        of={users}
        items={users.data?.users}
        loading={<AreaSpinner label={m.owner_loading()} />}
        failed={m.owner_failed()}
        empty={<EmptyState icon={Users} text={m.owner_none_match()} />}
      >
        {(shown) =>
          isPhone ? <PeopleRows users={shown} /> : <PeopleTable users={shown} controls={controls} />
        }
      </Loaded>
      {(page > 1 || total > PAGE_SIZE) && <ListPager list={users} pageSize={PAGE_SIZE} />}
    </div>
  );
}
