import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { FilterControls } from '../lib/filters.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { classNames } from './class-names.ts';
import { FoldedSearch, SearchInput } from './search-input.tsx';

export interface FilterBarProps {
  label: string;
  placeholder: string;
  controls: Omit<FilterControls<{ readonly search: string }>, 'filters' | 'change'>;
  total: string | undefined;
  /** A heading; the search is a tool beside it. */
  lead?: ReactNode;
  aside?: ReactNode;
  inline?: boolean;
  below?: ReactNode;
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
  below,
  children,
}: FilterBarProps) {
  const { shown, active, filtered } = controls;
  const [open, setOpen] = useState(false);
  const panel = useId();
  const Searching = lead ? FoldedSearch : SearchInput;
  return (
    <div className="flex flex-col gap-3">
      <div className={classNames('flex flex-wrap items-center', lead ? 'gap-x-1' : 'gap-2')}>
        {lead && <div className="me-auto">{lead}</div>}
        <Searching
          label={label}
          placeholder={placeholder}
          value={shown.search}
          onValueChange={controls.setSearch}
          className={lead ? 'w-56 max-md:w-full' : 'min-w-40 flex-1 md:max-w-96'}
        />
        {inline ? (
          children
        ) : (
          <Button
            variant={lead ? 'ghost' : 'secondary'}
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => setOpen(!open)}
            className={classNames(lead !== undefined && 'px-2.5!', open && 'bg-hover')}
          >
            <SlidersHorizontal size={16} aria-hidden />
            <span className="max-sm:sr-only">{m.ui_filters()}</span>
            {active > 0 && (
              <span
                role="img"
                aria-label={m.ui_filters_active({ count: active })}
                className="tabular inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent"
              >
                {active}
              </span>
            )}
          </Button>
        )}
        {filtered && (
          <Button variant="ghost" onClick={controls.clear}>
            {m.ui_filters_clear()}
          </Button>
        )}
        {total !== undefined && (
          <p
            role="status"
            className={classNames(
              'tabular text-sm whitespace-nowrap text-muted',
              // Beside a heading the figures of all stand already.
              lead === undefined ? 'ms-auto' : !filtered && 'sr-only',
            )}
          >
            {total}
          </p>
        )}
        {aside}
      </div>
      {below}
      {open && !inline && (
        <Card id={panel} className="flex animate-appear flex-wrap items-end gap-x-6 gap-y-4">
          {children}
        </Card>
      )}
    </div>
  );
}
