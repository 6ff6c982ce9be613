import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { pressed } from '../lib/shortcuts.ts';
import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';
import { Input } from './field.tsx';

export interface SearchInputProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'onChange' | 'value'
> {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
}

export function SearchInput({ label, value, onValueChange, className, ...rest }: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div role="search" className={classNames('relative', className)}>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
      />
      <Input
        {...rest}
        ref={field}
        data-search
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        value={value}
        className="ps-9 pe-9 placeholder-shown:pe-3"
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          const key = pressed(event);
          if (key === 'ArrowDown') {
            const first = document.querySelector<HTMLElement>('[data-grid-item]');
            if (first) event.preventDefault();
            first?.focus();
          }
          if (key !== 'Escape' || value === '') return;
          event.stopPropagation();
          onValueChange('');
        }}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={m.ui_search_clear()}
          data-tooltip={m.ui_search_clear()}
          className="absolute inset-y-0 end-0 flex w-9 items-center justify-center rounded-control text-muted hover:text-ink touch:w-11"
          onClick={() => {
            onValueChange('');
            field.current?.focus();
          }}
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
