import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { Inbox, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import type { FilterControls } from '../../../lib/filters.ts';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { useListView } from '../../../lib/list-view.ts';
import { basisOf } from '../../../things/card-look.ts';
import { isPicture, titleOf } from '../../../things/content.ts';
import { download } from '../../../things/downloads.ts';
import { open } from '../../../things/overlays.ts';
import { useUser } from '../../../session/session.ts';
import { Loaded } from '../../../live/failed-state.tsx';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { CardGrid, CardSkeletons } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/pager.tsx';
import { RowList, RowSkeletons } from '../../../ui/row-list.tsx';
import { useOpenRoom } from '../room-context.ts';
import type { RoomItem } from '../rooms.api.ts';
import { News } from '../room-fields.tsx';
import { ContentCard } from './content-card.tsx';
import { contentFilters, type ContentFilters, isPlain } from './content-filters.ts';
import { ContentRow } from './content-row.tsx';
import { type ItemHandlers, useItemActions } from './item-actions.ts';
import { rereadItem, useDeleteContent, useLinkedItem, useRoomContent } from './room-content.api.ts';

interface ContentItemProps extends ItemHandlers {
  item: RoomItem;
  search: string;
  /** The address names it. */
  linked: boolean;
  /** It is a row, until all of it is shown. */
  isRow: boolean;
}

function ContentItem({ item, search, linked, isRow, ...handlers }: ContentItemProps) {
  const [isWhole, setWhole] = useState(false);
  const show = (whole: boolean) => {
    flushSync(() => setWhole(whole));
    // A row and its card take each other's place.
    if (document.activeElement === document.body)
      document
        .querySelector<HTMLElement>(`[data-card="${CSS.escape(item.id)}"] [data-grid-item]`)
        ?.focus({ preventScroll: true });
  };
  const actions = useItemActions(item, { ...handlers, onWhole: () => show(true) });
  const shown = { item, search, linked, actions };
  if (isRow && !isWhole) return <ContentRow {...shown} />;
  const card = <ContentCard {...shown} isWhole={isWhole} onWhole={show} />;
  return isRow ? <div className="mx-4 my-2 md:mx-2.5">{card}</div> : card;
}

interface ContentGridProps {
  items: readonly RoomItem[];
  search: string;
  linkedId: string | null;
  /** Null where items do not stand in the order of time, or nobody counts. */
  lastSeen: string | null;
  isRows: boolean;
}

const EXCERPT = 120;

function beginningOf(item: RoomItem): string {
  const text = titleOf(item).trim().slice(0, EXCERPT);
  return text.length === EXCERPT ? `${text}…` : text;
}

/** Cards or rows that arrows move between. One that goes hands focus to the one that takes its place. */
function ContentGrid({ items, search, linkedId, lastSeen, isRows }: ContentGridProps) {
  const { room } = useOpenRoom();
  const remove = useDeleteContent(room.id);
  const { list, leaving, nextFocus } = useGridFocus(items.map(({ id }) => id));
  const linkedAt = items.findIndex(({ id }) => id === linkedId);
  const isThere = linkedAt >= 0;
  const showLinked = useEffectEvent(() => {
    const cards = list.current?.querySelectorAll<HTMLElement>('[data-grid-item]') ?? [];
    cards[linkedAt]?.focus({ preventScroll: true });
    cards[linkedAt]?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (isThere) showLinked();
  }, [isThere, linkedId]);
  const askToDelete = async (item: RoomItem) => {
    const sure = await confirm({
      title: m.rooms_content_delete_title(),
      description: (
        <>
          <span dir="auto" translate="no" className="block font-medium wrap-anywhere text-ink">
            {beginningOf(item)}
          </span>
          <span className="mt-2 block">{m.rooms_content_delete_text()}</span>
        </>
      ),
      confirm: m.rooms_delete(),
      finalFocus: nextFocus,
    });
    if (!sure) return;
    leaving(item.id);
    remove(item);
  };

  const reread = (id: string) => rereadItem(room.id, id).then(({ files }) => files);
  const save = (file: StoredFile) => void download(file, () => reread(file.id));
  const show = (first: StoredFile) =>
    open('lightbox', {
      files: items.flatMap(({ files }) => files.filter(({ type }) => isPicture(type))),
      first,
      onDownload: save,
      reread: async ({ id }) => (await reread(id))[0],
    });

  const shown = { ref: list, label: m.rooms_content(), ...useNews(items, lastSeen) };
  const render = (item: RoomItem) => (
    <ContentItem
      item={item}
      search={search}
      linked={item.id === linkedId}
      isRow={isRows}
      onDownload={save}
      onOpen={show}
      onDelete={() => void askToDelete(item)}
    />
  );
  return isRows ? (
    <RowList {...shown}>{render}</RowList>
  ) : (
    <CardGrid {...shown} basis={basisOf}>
      {render}
    </CardGrid>
  );
}

/** What others added stands above what was seen before, and below what one added since. */
function useNews(items: readonly RoomItem[], lastSeen: string | null) {
  const me = useUser()?.id;
  const isFresh = ({ createdAt }: RoomItem) => lastSeen !== null && createdAt > lastSeen;
  const fresh = items.filter(isFresh);
  const news = fresh.filter(({ user }) => user.id !== me);
  const [first] = news;
  if (!first) return { items };
  const earlier = items.filter((item) => !isFresh(item));
  const headings = new Map<string, ReactNode>([[first.id, <News key="new" count={news.length} />]]);
  if (earlier[0]) headings.set(earlier[0].id, m.rooms_earlier());
  return { items: [...fresh.filter(({ user }) => user.id === me), ...news, ...earlier], headings };
}

export interface ContentListProps {
  controls: FilterControls<ContentFilters>;
  /** Null where nobody counts. */
  lastSeen: string | null;
}

/** A page that moved between two reads may bring an item twice. */
const once = (items: readonly RoomItem[]): RoomItem[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

export function ContentList({ controls, lastSeen }: ContentListProps) {
  const { room } = useOpenRoom();
  const { filters } = controls;
  const content = useRoomContent(room, filters);
  const { data, isPlaceholderData } = content;
  const isRows = useListView() === 'rows';
  const linkedId = useSearchParams()[0].get('item');
  const listed = once(data?.pages.flatMap((page) => page.content) ?? []);
  const isFar =
    linkedId !== null && data !== undefined && !listed.some(({ id }) => id === linkedId);
  const linked = useLinkedItem(room.id, linkedId ?? '', isFar && isPlain(filters));

  return (
    <Loaded
      of={content}
      items={data && (isFar && linked.data ? [linked.data, ...listed] : listed)}
      loading={
        isRows ? (
          <RowSkeletons label={m.rooms_content_loading()} count={6} />
        ) : (
          <CardSkeletons label={m.rooms_content_loading()} count={6} />
        )
      }
      failed={m.rooms_content_failed()}
      empty={
        contentFilters.narrows(filters) ? (
          <EmptyState
            icon={SearchX}
            text={m.rooms_content_none_match()}
            action={<Button onClick={controls.clear}>{m.rooms_filters_clear()}</Button>}
          />
        ) : (
          <EmptyState
            icon={Inbox}
            title={m.rooms_content_none()}
            text={room.role ? m.rooms_content_none_member() : m.rooms_content_none_reader()}
          />
        )
      }
    >
      {(items) => (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-4">
          <ContentGrid
            items={items}
            search={filters.search}
            linkedId={linkedId}
            lastSeen={isPlain(filters) ? lastSeen : null}
            isRows={isRows}
          />
          <LoadMore list={content} className="self-center">
            {m.rooms_load_more()}
          </LoadMore>
        </div>
      )}
    </Loaded>
  );
}
