import { TRASH_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { TrashItem, TrashKind } from '@clipline/contract/schemas/trash.ts';
import { Trash2 } from 'lucide-react';
import { choice, filterSet, useFilters, usePage } from '../../lib/filters.ts';
import { fileSize } from '../../lib/format.ts';
import { useGridFocus } from '../../lib/grid-focus.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { trashDays } from '../../lib/browser.ts';
import { Loaded } from '../../live/failed-state.tsx';
import { useLiveRefresh } from '../../live/live-refresh.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ArrowList, Card } from '../../ui/card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody, PageHeader } from '../../ui/page-header.tsx';
import { ListPager } from '../../ui/pager.tsx';
import { Select } from '../../ui/select.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { titleOf, TrashRow } from './trash-row.tsx';
import { trashKeys, useEmptyTrash, useRemove, useTrash } from './trash.api.ts';

const KINDS: readonly { readonly value: TrashKind | 'all'; readonly label: string }[] = [
  { value: 'all', label: m.trash_kind_all() },
  { value: 'clip', label: m.trash_kind_clips() },
  { value: 'roomItem', label: m.trash_kind_room_items() },
  { value: 'desktopItem', label: m.trash_kind_desktop_items() },
  { value: 'room', label: m.trash_kind_rooms() },
];
const trashFilters = filterSet({ kind: choice(KINDS, 'all') });

export default function TrashPage() {
  const heading = usePageTitle(m.trash_title());
  // Where nothing is kept there is nothing to show.
  if (trashDays() === 0)
    return (
      <>
        <PageHeader title={m.trash_title()} headingRef={heading} />
        <PageBody>
          <EmptyState icon={Trash2} text={m.trash_off()} />
        </PageBody>
      </>
    );
  return <TrashList heading={heading} />;
}

function TrashList({ heading }: { heading: ReturnType<typeof usePageTitle> }) {
  const { filters, change, clear } = useFilters(trashFilters);
  const { kind } = filters;
  const { page } = usePage();
  const trash = useTrash({
    ...(kind === 'all' ? {} : { kind }),
    page,
    pageSize: TRASH_PAGE_SIZE,
  });
  const { data } = trash;
  useLiveRefresh('clip-update', trashKeys);
  const items = data?.items ?? [];
  const total = data?.total ?? 0;
  const { list, leaving, nextFocus } = useGridFocus(items.map(({ id }) => id));
  const remove = useRemove();
  const removeForGood = async (item: TrashItem) => {
    const sure = await confirm({
      title: m.trash_forever_title(),
      description: m.trash_forever_text({ title: titleOf(item) }),
      confirm: m.trash_forever(),
      finalFocus: nextFocus,
    });
    if (!sure) return;
    leaving(item.id);
    remove.mutate(item, {
      onSuccess: () => void toast.success(m.trash_removed(), titleOf(item)),
    });
  };

  return (
    <>
      <PageHeader
        title={m.trash_title()}
        headingRef={heading}
        actions={<EmptyTrash onEmptied={() => document.querySelector('h1')?.focus()} />}
      />
      <PageBody className="flex flex-1 flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-body">
            <span>{m.trash_kept({ count: trashDays() })}</span>{' '}
            {total > 0 && (
              <span className="tabular text-muted">
                {m.trash_sum({ count: total, size: fileSize(data?.bytes ?? 0) })}
              </span>
            )}
          </p>
          {(total > 0 || kind !== 'all') && (
            <Select
              aria-label={m.trash_kind()}
              className="w-52"
              value={kind}
              options={KINDS}
              onValueChange={(next) => change({ kind: next })}
            />
          )}
        </div>
        <Loaded
          of={trash}
          // A page that lost its last one gives way to the one before.
          items={total > 0 && items.length === 0 ? undefined : data?.items}
          loading={<AreaSpinner label={m.trash_loading()} />}
          failed={m.trash_failed()}
          empty={
            <EmptyState
              icon={Trash2}
              text={kind === 'all' ? m.trash_empty() : m.trash_none_match()}
              action={
                kind === 'all' ? undefined : <Button onClick={clear}>{m.trash_show_all()}</Button>
              }
            />
          }
        >
          {(shown) => (
            <Card className="p-0!">
              <ArrowList ref={list} label={m.trash_things()}>
                {shown.map((item) => (
                  <li key={item.id} className="border-t border-line first:border-t-0">
                    <TrashRow
                      item={item}
                      removing={remove.isPending && remove.variables.id === item.id}
                      onLeaving={() => leaving(item.id)}
                      onRemove={() => void removeForGood(item)}
                    />
                  </li>
                ))}
              </ArrowList>
            </Card>
          )}
        </Loaded>
        {(page > 1 || total > TRASH_PAGE_SIZE) && (
          <ListPager list={trash} pageSize={TRASH_PAGE_SIZE} />
        )}
      </PageBody>
    </>
  );
}

const useAll = () => useTrash({ page: 1, pageSize: TRASH_PAGE_SIZE }).data?.total ?? 0;

function EmptyTrash({ onEmptied }: { onEmptied: () => void }) {
  const total = useAll();
  const empty = useEmptyTrash(onEmptied);
  const ask = () =>
    void confirm({
      title: m.trash_empty_title(),
      description: <AllOfIt />,
      confirm: m.trash_empty_all(),
      act: () => empty.mutateAsync().catch(() => undefined),
    });
  return (
    <Button disabled={total === 0} onClick={ask}>
      <Trash2 size={16} aria-hidden />
      {m.trash_empty_all()}
    </Button>
  );
}

const AllOfIt = () => <span>{m.trash_empty_text({ count: useAll() })}</span>;
