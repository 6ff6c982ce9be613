import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { classNames } from './class-names.ts';
import { SearchInput } from './search-input.tsx';

export interface FilterBarProps {
  /** Accessible name of the search field, such as 'Search clips'. */
  label: string;
  placeholder: string;
  search: string;
  onSearchChange: (search: string) => void;
  /** How many filters of the panel are set. */
  active: number;
  /** Anything is set, the search included. */
  filtered: boolean;
  onClear: () => void;
  /** Stands in the same line: the heading of what is filtered. */
  lead?: ReactNode;
  /** Stands after the buttons, such as the number of matches. */
  aside?: ReactNode;
  /** The filters, where there is space for them in the line itself: no button, no panel. */
  inSight?: ReactNode;
  /** Stands between the line and the panel. */
  below?: ReactNode;
  /** What the panel holds. */
  children: ReactNode;
}

/** Search and a button that opens the other filters in a panel below. */
export function FilterBar({
  label,
  placeholder,
  search,
  onSearchChange,
  active,
  filtered,
  onClear,
  lead,
  inSight,
  aside,
  below,
  children,
}: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {lead && <div className="me-auto max-md:basis-full">{lead}</div>}
        <SearchInput
          label={label}
          placeholder={placeholder}
          value={search}
          onValueChange={onSearchChange}
          className={classNames('flex-1', lead ? 'min-w-32 md:max-w-56' : 'min-w-40 md:max-w-96')}
        />
        {inSight ?? (
          <Button
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => setOpen(!open)}
            className={open ? 'bg-hover' : ''}
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
          <Button variant="ghost" onClick={onClear}>
            {m.ui_filters_clear()}
          </Button>
        )}
        {aside}
      </div>
      {below}
      {open && !inSight && (
        <Card id={panel} className="flex animate-appear flex-wrap items-end gap-x-6 gap-y-4">
          {children}
        </Card>
      )}
    </div>
  );
}
