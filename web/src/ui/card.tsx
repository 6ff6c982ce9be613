import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Gap } from '../lib/grid-focus.ts';
import { moveInGrid } from '../lib/grid-keys.ts';
import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';

export function Card({
  className,
  interactive = false,
  ...rest
}: ComponentProps<'div'> & { interactive?: boolean }) {
  return (
    <div
      {...rest}
      className={classNames(
        'rounded-card border border-line bg-surface p-4 shadow-card',
        interactive &&
          'transition-[box-shadow,border-color] duration-150 ease-calm hover:border-line-strong/60 hover:shadow-hover',
        className,
      )}
    />
  );
}

export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-breathe rounded-chip bg-hover', className)} />
  );
}

/** Takes its space at once and shows after 150 ms, so that a quick response makes no flash. */
export function SkeletonGroup({
  label = m.ui_loading(),
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={classNames('skeleton-group', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

export function CardSkeletons({ label, count }: { label: string; count: number }) {
  return (
    <SkeletonGroup label={label} className={CARD_GRID}>
      {Array.from({ length: count }, (_, index) => (
        <Card key={index} data-skeleton className="flex flex-col gap-3 pb-2!">
          <div className="flex h-6 items-center justify-between">
            <Skeleton className="h-6 w-16" />
            <Skeleton className="h-4 w-12" />
          </div>
          <div className="flex h-12 flex-col gap-2 pt-1">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
          </div>
          <div className="-mt-1 flex h-9 items-center justify-between touch:h-11">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-5 w-14" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  );
}

/** A list between whose items, marked with `data-grid-item`, the arrows move focus. */
export function ArrowList({
  ref,
  label,
  className,
  children,
}: {
  ref?: Ref<HTMLUListElement>;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // Its keys are those of the items inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={ref} aria-label={label} className={className} onKeyDown={moveInGrid}>
      {children}
    </ul>
  );
}

export const CARD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-3';

/** Of a row, in pixels: a card spans as many as it is high, and the space below it. */
const ROW = 4;
const GAP = 12;

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
  label: string;
  items: readonly T[];
  ref?: RefObject<HTMLUListElement | null>;
  /** From `useGap`: once its card is gone, an empty box of the same height stands there. */
  gap?: Gap | null;
  /** The card of an item; what in it takes focus carries `data-grid-item`. */
  children: (item: T) => ReactNode;
}

export function CardGrid<T extends { readonly id: string }>({
  label,
  items,
  ref,
  gap = null,
  children,
}: CardGridProps<T>) {
  const own = useRef<HTMLUListElement>(null);
  const list = ref ?? own;
  const left = items.some(({ id }) => id === gap?.id) ? null : gap;
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
