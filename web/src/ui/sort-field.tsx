import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import { IconButton } from './icon-button.tsx';
import { SelectField } from './select.tsx';

export interface SortFieldProps<T extends string> {
  inline?: boolean;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  order: 'asc' | 'desc';
  onValueChange: (value: T) => void;
  onOrderChange: (order: 'asc' | 'desc') => void;
}

/** What a list is sorted by, and which way round. */
export function SortField<T extends string>({
  inline = false,
  value,
  options,
  order,
  onValueChange,
  onOrderChange,
}: SortFieldProps<T>) {
  const ascending = order === 'asc';
  return (
    <div className="flex items-end gap-1 max-sm:w-full">
      <SelectField
        inline={inline}
        className={inline ? '' : 'w-36 max-sm:flex-1'}
        label={m.ui_sort_by()}
        value={value}
        options={options}
        onValueChange={onValueChange}
      />
      <IconButton
        icon={ascending ? ArrowUpNarrowWide : ArrowDownNarrowWide}
        label={ascending ? m.ui_sort_ascending() : m.ui_sort_descending()}
        onClick={() => onOrderChange(ascending ? 'desc' : 'asc')}
      />
    </div>
  );
}
