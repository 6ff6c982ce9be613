import type { HeldCard } from '../lib/held-card.ts';
import { ArrowList } from './arrow-list.tsx';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';

/** As many cards beside each other as fit; one on a phone. */
export const CARD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-3';

/** Of a row, in pixels: a card spans as many as it is high, and the space below it. */
const ROW = 4;
const GAP = 12;

/** Each card is as high as what it holds, and the next one stands where there is space first. */
function settle(list: HTMLUListElement): void {
  const cards = [...list.children] as HTMLElement[];
  const spans = cards.map(({ firstElementChild: card }) =>
    Math.ceil(((card as HTMLElement).offsetHeight + GAP) / ROW),
  );
  cards.forEach((card, index) => {
    card.style.gridRowEnd = `span ${spans[index]}`;
  });
}

export interface CardGridProps<T> {
  /** Accessible name of the list. */
  label: string;
  items: readonly T[];
  /** From `useGridFocus`, where cards can go. */
  ref?: RefObject<HTMLUListElement | null>;
  /** From `useHeldCard`: once its card is gone, an empty box of the same height stands there. */
  held?: HeldCard | null;
  /** The card of an item; what in it takes focus carries `data-grid-item`. */
  children: (item: T) => ReactNode;
}

/** Cards that arrows move between. */
export function CardGrid<T extends { readonly id: string }>({
  label,
  items,
  ref,
  held = null,
  children,
}: CardGridProps<T>) {
  const own = useRef<HTMLUListElement>(null);
  const list = ref ?? own;
  const left = items.some(({ id }) => id === held?.id) ? null : held;
  const ids = items.map(({ id }) => id).join();
  useLayoutEffect(() => {
    const element = list.current!;
    settle(element);
    const observer = new ResizeObserver(() => settle(element));
    for (const { firstElementChild: card } of element.children) observer.observe(card!);
    return () => observer.disconnect();
  }, [list, ids, left]);
  const cards = items.map((item) => (
    <li key={item.id} data-card={item.id} className="min-w-0">
      {children(item)}
    </li>
  ));
  if (left)
    cards.splice(
      left.index,
      0,
      <li key={left.id} data-card={left.id} aria-hidden className="min-w-0">
        <div
          style={{ height: left.height }}
          className="rounded-card border border-dashed border-line"
        />
      </li>,
    );
  return (
    <ArrowList
      ref={list}
      label={label}
      className={`${CARD_GRID} auto-rows-[4px] items-start gap-y-0`}
    >
      {cards}
    </ArrowList>
  );
}
