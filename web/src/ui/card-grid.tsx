import type { ReactNode, Ref } from 'react';
import { moveInGrid } from '../lib/grid-keys.ts';

/** As many cards beside each other as fit; one on a phone. */
export const CARD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-3';

export interface CardGridProps<T> {
  /** Accessible name of the list. */
  label: string;
  items: readonly T[];
  /** From `useGridFocus`, where cards can go. */
  ref?: Ref<HTMLUListElement>;
  /** The card of an item; what in it takes focus carries `data-grid-item`. */
  children: (item: T) => ReactNode;
}

/** Cards that arrows move between. */
export function CardGrid<T extends { readonly id: string }>({
  label,
  items,
  ref,
  children,
}: CardGridProps<T>) {
  return (
    // The arrows only move focus between the cards inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={ref} aria-label={label} className={CARD_GRID} onKeyDown={moveInGrid}>
      {items.map((item) => (
        <li key={item.id} className="min-w-0">
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
