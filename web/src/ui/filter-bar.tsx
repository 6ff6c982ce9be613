import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FilterControls } from '../lib/filters.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { FoldedSearch, SearchInput } from './search-input.tsx';

export interface FilterBarProps {
  label: string;
  placeholder: string;
  controls: Omit<FilterControls<{ readonly search: string }>, 'filters' | 'change'>;
  total: string | undefined;
  /** A heading; the search is a tool beside it. */
  lead?: ReactNode;
  /** At the end. */
  aside?: ReactNode;
  /** The filters stand in the bar. */
  inline?: boolean;
  /** What filters too, and is never closed away. */
  chips?: ReactNode;
  /** The search is a tool until it is pressed. */
  folded?: boolean;
  /** As icons, for the header of a phone; the chips and the count stand elsewhere. */
  compact?: boolean;
  children: ReactNode;
}

export function FilterBar({
  label,
  placeholder,
  controls,
  total,
  lead,
  aside,
  inline = false,
  chips,
  folded = lead !== undefined,
  compact = false,
  children,
}: FilterBarProps) {
  const { shown, active, filtered } = controls;
  const [open, setOpen] = useState(false);
  const clear = filtered && (
    <Button variant="ghost" size="sm" className="text-accent!" onClick={controls.clear}>
      {m.ui_filters_clear()}
    </Button>
  );
  const count = (className: string) =>
    total !== undefined && (
      <output className={classNames('tabular text-sm whitespace-nowrap text-muted', className)}>
        {total}
      </output>
    );
  const Searching = folded || compact ? FoldedSearch : SearchInput;
  const search = (
    <Searching
      label={label}
      placeholder={placeholder}
      value={shown.search}
      onValueChange={controls.setSearch}
      className={
        compact
          ? // Over the title, up to the way back.
            'absolute! end-0 top-0 z-10 w-[calc(100vw-8.625rem)] bg-canvas'
          : folded
            ? 'w-56 max-sm:w-[calc(100%-2.5rem)]'
            : 'min-w-40 flex-1 md:max-w-66'
      }
    />
  );
  const filters = inline ? (
    children
  ) : (
    <FiltersButton
      active={active}
      open={open}
      onOpenChange={setOpen}
      compact={compact}
      foot={
        <>
          {count('')}
          {clear}
        </>
      }
    >
      {children}
    </FiltersButton>
  );
  if (compact)
    return (
      <>
        <div className="relative h-11 min-w-10.5">{search}</div>
        {filters}
      </>
    );
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center md:min-h-9',
        folded || inline ? 'justify-end gap-x-1' : 'gap-2',
      )}
    >
      {lead && <div className="me-auto">{lead}</div>}
      {search}
      {filters}
      {chips}
      <div className={classNames('flex items-center gap-2', !folded && 'ms-auto')}>
        {!open && clear}
        {/* Beside a heading the figures of all stand already; elsewhere there is no space. */}
        {!open &&
          count(
            filtered
              ? 'px-1'
              : folded
                ? 'sr-only'
                : classNames('px-1', inline && 'max-[96rem]:sr-only'),
          )}
        {aside}
      </div>
    </div>
  );
}

const WIDTH = 320;

interface FiltersButtonProps {
  /** How many of them narrow the list. */
  active: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Below the filters: how many things they leave, and the way back to all. */
  foot: ReactNode;
  /** Its word is read out alone. */
  compact: boolean;
  children: ReactNode;
}

/** The filters open over the list, which does not move. */
function FiltersButton({
  active,
  open,
  onOpenChange,
  foot,
  compact,
  children,
}: FiltersButtonProps) {
  const panel = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [atEnd, setAtEnd] = useState(false);
  useLayoutEffect(() => {
    if (!open) return undefined;
    // The window of a phone counts as wider once something reaches beyond it.
    const { documentElement: page } = document;
    const place = () =>
      setAtEnd(button.current!.getBoundingClientRect().left + WIDTH > page.clientWidth);
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!box.current?.contains(target as Node)) onOpenChange(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open, onOpenChange]);
  return (
    // Its keys are those of what is inside.
    <div
      ref={box}
      role="presentation"
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        onOpenChange(false);
        button.current?.focus();
      }}
    >
      <Button
        ref={button}
        variant="ghost"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        data-tooltip={compact ? m.ui_filters() : undefined}
        onClick={() => onOpenChange(!open)}
        className={classNames('px-2.5!', open && 'bg-hover')}
      >
        <SlidersHorizontal size={compact ? 18 : 16} aria-hidden />
        <span className={compact ? 'sr-only' : 'max-sm:sr-only'}>{m.ui_filters()}</span>
        {active > 0 && (
          <span
            role="img"
            aria-label={m.ui_filters_active({ count: active })}
            className={classNames(
              'tabular inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent',
              compact && 'absolute -end-0.5 top-0',
            )}
          >
            {active}
          </span>
        )}
      </Button>
      {open && (
        <div
          id={panel}
          role="group"
          aria-label={m.ui_filters()}
          style={{ width: WIDTH }}
          className={classNames(
            'absolute top-full z-20 mt-2 flex max-w-[calc(100vw-2rem)] animate-appear flex-col gap-4 rounded-card border border-line bg-raised p-4 shadow-float *:w-full!',
            compact ? '-end-11' : atEnd ? 'end-0' : 'start-0',
          )}
        >
          {children}
          <div className="flex min-h-9 items-center justify-between gap-3 border-t border-line pt-3">
            {foot}
          </div>
        </div>
      )}
    </div>
  );
}
