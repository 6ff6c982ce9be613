import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { IconButton } from './icon-button.tsx';
import { SelectField } from './select.tsx';

export interface Sorting<T extends string> {
  readonly sort: T;
  readonly order: 'asc' | 'desc';
}

export interface SortFieldProps<T extends string> {
  inline?: boolean;
  options: readonly { readonly value: T; readonly label: string }[];
  controls: {
    readonly shown: Sorting<T>;
    readonly change: (change: Partial<Sorting<T>>) => void;
  };
}

/** What a list is sorted by, and which way round. */
export function SortField<T extends string>({
  inline = false,
  options,
  controls: { shown, change },
}: SortFieldProps<T>) {
  const ascending = shown.order === 'asc';
  return (
    <div className="flex items-end gap-1 max-sm:w-full">
      <SelectField
        inline={inline}
        className={inline ? '' : 'w-36 max-sm:flex-1'}
        label={m.ui_sort_by()}
        value={shown.sort}
        options={options}
        onValueChange={(sort) => change({ sort })}
      />
      <IconButton
        icon={ascending ? ArrowUpNarrowWide : ArrowDownNarrowWide}
        label={ascending ? m.ui_sort_ascending() : m.ui_sort_descending()}
        onClick={() => change({ order: ascending ? 'desc' : 'asc' })}
      />
    </div>
  );
}
