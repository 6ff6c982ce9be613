import type { ReactNode } from 'react';
import { ItemList, type ItemListProps, Skeleton, SkeletonGroup } from './card.tsx';
import { classNames } from './class-names.ts';

/** As wide as the window on a phone; elsewhere what a row is marked with goes around its text. */
const LIST = 'flex flex-col -mx-4 md:-mx-2.5';
/** One line of 36 px, which a finger could not hit; two lines on a phone. */
const HEIGHT = 'h-9 touch:h-12 max-md:h-16!';
/** Selected ones that touch are one area. */
const JOINED =
  '[&:has(+li_[data-selected])>[data-selected]]:rounded-b-none [li:has([data-selected])+&>[data-selected]]:rounded-t-none';

/** A list of one row for each item; `CardGrid` is the other way to show it. */
export const RowList = <T extends { readonly id: string }>(list: ItemListProps<T>) => (
  <ItemList
    {...list}
    className={LIST}
    boxOf={() => ({ className: classNames('min-w-0', JOINED) })}
    headingClass="px-4 pt-4 pb-1 first:pt-1 md:px-2.5"
  />
);

export interface RowProps {
  selected?: boolean;
  children: ReactNode;
}

/** The box of a row; what in it takes focus carries `data-grid-item`. */
export function Row({ selected = false, children }: RowProps) {
  return (
    <div
      role="article"
      data-selected={selected ? '' : undefined}
      className={classNames(
        'group/card relative flex min-w-0 items-center px-4 md:rounded-control md:px-2.5',
        HEIGHT,
        'has-[[data-grid-item]:focus-visible]:outline-2 has-[[data-grid-item]:focus-visible]:-outline-offset-2 has-[[data-grid-item]:focus-visible]:outline-accent',
        selected
          ? 'bg-accent-soft'
          : 'after:absolute after:start-16 after:end-0 after:bottom-0 after:h-px after:bg-line md:after:end-2.5 hover:bg-hover hover:after:hidden has-focus-visible:not-hover:bg-canvas md:after:start-12',
      )}
    >
      {children}
    </div>
  );
}

export function RowSkeletons({ label, count }: { label: string; count: number }) {
  return (
    <SkeletonGroup label={label} className={LIST}>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          data-skeleton
          className={classNames('flex items-center gap-3 px-4 md:px-2.5', HEIGHT)}
        >
          <Skeleton className="size-7 max-md:size-9" />
          <Skeleton className={classNames('h-4', WIDTHS[index % WIDTHS.length])} />
          <Skeleton className="ms-auto h-4 w-12" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

const WIDTHS = ['w-1/2', 'w-1/4', 'w-2/5', 'w-1/3'];
