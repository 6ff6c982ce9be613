import { type ReactNode, useState } from 'react';
import type { FilterControls } from '../lib/filters.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { FiltersButton } from './filters-button.tsx';
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
      <p
        role="status"
        className={classNames('tabular text-sm whitespace-nowrap text-muted', className)}
      >
        {total}
      </p>
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
            ? 'w-56 max-md:w-[calc(100%-2.5rem)]'
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
