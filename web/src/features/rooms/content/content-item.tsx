import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { RoomItem } from '../rooms.api.ts';
import { ContentCard } from './content-card.tsx';
import { ContentRow } from './content-row.tsx';
import { type ItemHandlers, useItemActions } from './item-actions.ts';

export interface ContentItemProps extends ItemHandlers {
  item: RoomItem;
  search: string;
  /** The address names it. */
  linked: boolean;
  /** It is a row, until all of it is shown. */
  isRow: boolean;
}

export function ContentItem({ item, search, linked, isRow, ...handlers }: ContentItemProps) {
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
