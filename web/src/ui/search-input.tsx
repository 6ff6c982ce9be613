import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusSearch, pressed } from '../lib/shortcuts.ts';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

export interface SearchInputProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'onChange' | 'value'
> {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  /** By Escape, once it is empty. */
  onClose?: () => void;
}

/** A tool and no form: it has no outline. */
export function SearchInput({
  label,
  value,
  onValueChange,
  onClose,
  className,
  ...rest
}: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div role="search" className={classNames('relative', className)}>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-muted"
      />
      <input
        {...rest}
        ref={field}
        data-search
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        value={value}
        className="h-9 w-full rounded-control bg-tool ps-8.5 pe-9 text-sm text-ink placeholder-shown:pe-3 placeholder-shown:text-ellipsis focus-visible:outline-offset-0 touch:h-11 touch:text-field"
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          const key = pressed(event);
          if (key === 'ArrowDown') {
            const first = document.querySelector<HTMLElement>('[data-grid-item]');
            if (first) event.preventDefault();
            first?.focus();
          }
          if (key !== 'Escape') return;
          if (value === '') return onClose?.();
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

/** A tool until it is pressed, or there is something looked for. */
export function FoldedSearch(props: SearchInputProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (!open && props.value === '')
    return (
      <Button
        ref={opener}
        variant="ghost"
        data-search-opener
        aria-label={props.label}
        className="px-2.5!"
        onClick={() => {
          flushSync(() => setOpen(true));
          focusSearch();
        }}
      >
        <Search size={16} aria-hidden />
        <span className="max-md:hidden">{m.ui_search()}</span>
        <kbd
          aria-hidden
          className="rounded-chip border border-line px-1.5 text-xs text-muted touch:hidden"
        >
          /
        </kbd>
      </Button>
    );
  return (
    <SearchInput
      {...props}
      onBlur={() => setOpen(false)}
      onClose={() => {
        flushSync(() => setOpen(false));
        opener.current?.focus();
      }}
    />
  );
}
