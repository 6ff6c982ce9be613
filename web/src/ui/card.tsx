import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type Ref,
  type RefObject,
  useLayoutEffect,
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
    <div className={classNames('skeleton-group', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** As a page of clips may look. */
const BASES = [380, 272, 212, 168, 216, 248, 240, 300];

export function CardSkeletons({ label, count }: { label: string; count: number }) {
  return (
    <SkeletonGroup label={label} className={CARD_LINE}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} {...cardWord(BASES[index % BASES.length]!)}>
          <Card data-skeleton className="flex h-30 flex-col gap-3 pb-2! md:h-40">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-2/3" />
            <div className="mt-auto flex h-7 items-center justify-between">
              <Skeleton className="h-4 w-16" />
              <Skeleton className="h-5 w-14" />
            </div>
          </Card>
        </div>
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

const CARD_LINE = 'flex flex-wrap items-stretch gap-2 md:gap-3';

/** Of two that are narrower a phone shows both in one line. */
const NARROW = 216;

/** For the box around a card that likes to be so wide. */
const cardWord = (basis: number) => ({
  className: classNames(
    'min-w-0 grow md:basis-[calc(var(--basis)*var(--stretch,1))] md:max-w-[calc(var(--basis)*var(--stretch,1)*1.5)]',
    basis < NARROW ? 'basis-[calc(50%-4px)]' : 'basis-full',
  ),
  style: { '--basis': `${basis}px` } as CSSProperties,
});

/** What `CARD_LINE` leaves between two, at a width that has several in a line. */
const GAP = 12;
const WIDEST = 1.5;

/** How the boxes would be set: the width of the last line, and whether those before it are filled. */
function setLines(bases: readonly number[], stretch: number, width: number) {
  let lines = 1;
  let last = 0;
  let filled = true;
  for (const basis of bases) {
    const next = last === 0 ? basis * stretch : last + GAP + basis * stretch;
    if (next <= width || last === 0) last = next;
    else {
      filled &&= last * WIDEST >= width;
      lines += 1;
      last = basis * stretch;
    }
  }
  return { lines, last, filled };
}

/** In as many lines, what makes the last one longest. */
function stretchFor(bases: readonly number[], width: number): number {
  let stretch = 1;
  let best = setLines(bases, stretch, width);
  // A line alone is as long as what there is.
  for (let next = 1; next <= WIDEST && best.lines > 1; next += 0.02) {
    const set = setLines(bases, next, width);
    if (set.lines > best.lines || !set.filled || set.last <= best.last) continue;
    stretch = next;
    best = set;
  }
  return stretch;
}

/** So that the last line holds no single one where there could be more. */
function useBalance(list: RefObject<HTMLElement | null> | undefined, bases: readonly number[]) {
  const key = bases.join();
  useLayoutEffect(() => {
    const element = list?.current;
    if (!element || key === '') return;
    const all = key.split(',').map(Number);
    const balance = () =>
      element.style.setProperty('--stretch', String(stretchFor(all, element.clientWidth)));
    balance();
    const observer = new ResizeObserver(balance);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, key]);
}

/** What stands in a line of its own above the card or row of an item, by the item's id. */
export type Headings = ReadonlyMap<string, ReactNode>;

export interface ItemListProps<T> {
  label: string;
  items: readonly T[];
  ref?: RefObject<HTMLUListElement | null>;
  /** From `useGap`: once its card or row is gone, an empty box of the same size stands there. */
  gap?: Gap | null;
  headings?: Headings | undefined;
  /** The card or row of an item; what in it takes focus carries `data-grid-item`. */
  children: (item: T) => ReactNode;
}

interface ItemListLook<T> {
  className: string;
  boxOf: (item: T) => { className: string; style?: CSSProperties };
  gapClass?: string;
  headingClass: string;
}

/** What `CardGrid` and `RowList` have in common. */
export function ItemList<T extends { readonly id: string }>({
  label,
  items,
  ref,
  gap = null,
  headings,
  className,
  boxOf,
  gapClass,
  headingClass,
  children,
}: ItemListProps<T> & ItemListLook<T>) {
  const left = items.some(({ id }) => id === gap?.id) ? null : gap;
  const boxes = items.map((item) => (
    <li key={item.id} data-card={item.id} {...boxOf(item)}>
      {children(item)}
    </li>
  ));
  if (left)
    boxes.splice(
      left.index,
      0,
      <li
        // An element of its own: Chromium at times goes on drawing one whose classes change as before.
        key={`gap ${left.id}`}
        data-card={left.id}
        aria-hidden
        style={{ width: left.width, height: left.height }}
        className={gapClass}
      />,
    );
  return (
    <ArrowList {...(ref && { ref })} label={label} className={className}>
      {boxes.flatMap((box) => {
        const heading = headings?.get(box.key!);
        if (!heading) return [box];
        return [
          <li key={`above ${box.key}`} className={headingClass}>
            <div className="text-xs/4 font-medium text-muted">{heading}</div>
          </li>,
          box,
        ];
      })}
    </ArrowList>
  );
}

export interface CardGridProps<T> extends ItemListProps<T> {
  /** How wide the card of an item likes to be: cards are set like words in a line. */
  basis?: (item: T) => number;
}

export const CardGrid = <T extends { readonly id: string }>({
  basis,
  ...list
}: CardGridProps<T>) => {
  // As long as a gap is kept, nothing else moves either.
  useBalance(list.ref, basis && !list.gap ? list.items.map(basis) : []);
  return (
    <ItemList
      {...list}
      className={basis ? CARD_LINE : CARD_GRID}
      boxOf={(item) => (basis ? cardWord(basis(item)) : { className: 'min-w-0' })}
      gapClass="shrink-0 rounded-card border border-dashed border-line"
      headingClass="col-span-full basis-full pt-1"
    />
  );
};
