import { ArrowDownNarrowWide, ArrowUpNarrowWide, ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { m } from '../paraglide/messages.js';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { CONTROL, Field } from './field.tsx';

export interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onValueChange: (value: T) => void;
  bare?: boolean;
}

export function Select<T extends string>({
  value,
  options,
  onValueChange,
  bare = false,
  className,
  ...rest
}: SelectProps<T>) {
  return (
    <div className={classNames('relative', className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onValueChange(event.target.value as T)}
        // To CSS a list is read-only, which it is not.
        className={classNames(
          bare
            ? 'field-sizing-content h-8 w-full truncate appearance-none rounded-control bg-transparent ps-1.5 pe-8 font-medium text-ink'
            : classNames(
                CONTROL,
                'h-9 w-full appearance-none bg-surface! ps-3 pe-9 text-sm touch:h-11 touch:text-field',
              ),
        )}
      >
        {options.map(({ value: each, label }) => (
          // An address is itself, whatever the language.
          <option key={each} value={each} translate={each === label ? 'no' : undefined}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-2.5 my-auto text-muted"
      />
    </div>
  );
}

export interface SelectFieldProps<T extends string> {
  label: string;
  value: T;
  options: SelectProps<T>['options'];
  onValueChange: (value: T) => void;
  className: string;
  inline?: boolean;
}

export function SelectField<T extends string>({
  label,
  className,
  inline = false,
  ...rest
}: SelectFieldProps<T>) {
  const id = useId();
  if (inline)
    return (
      <div
        className={classNames(
          'flex h-9 min-w-0 items-center rounded-control ps-2 text-sm text-muted hover:bg-hover',
          className,
        )}
      >
        <label htmlFor={id} className="shrink-0">
          {label}
        </label>
        <Select {...rest} id={id} bare className="min-w-0 flex-1" />
      </div>
    );
  return (
    <div className={className}>
      <Field label={label}>{(control) => <Select {...control} {...rest} />}</Field>
    </div>
  );
}

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

export function SortField<T extends string>({
  inline = false,
  options,
  controls: { shown, change },
}: SortFieldProps<T>) {
  const ascending = shown.order === 'asc';
  return (
    <div className="flex items-end gap-1">
      <SelectField
        inline={inline}
        className={inline ? '' : 'flex-1'}
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

export interface SegmentedControlProps<T extends string> {
  label: string;
  showLabel?: boolean;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  disabled?: boolean;
  onValueChange: (value: T) => void;
}

export function SegmentedControl<T extends string>({
  label,
  showLabel = false,
  value,
  options,
  disabled = false,
  onValueChange,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="min-w-0 disabled:opacity-50 max-sm:w-full">
      <legend className={showLabel ? 'mb-1.5 text-sm font-medium text-ink' : 'sr-only'}>
        {label}
      </legend>
      <div className="flex flex-wrap rounded-control border border-line bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative flex h-[30px] flex-1 items-center justify-center rounded-chip border text-sm font-medium whitespace-nowrap transition-colors duration-150 touch:h-[38px]',
              // Among filters there is less width than height.
              showLabel ? 'px-1.5' : 'px-3',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent',
              option.value === value
                ? 'border-line bg-surface text-ink shadow-card'
                : 'border-transparent text-muted hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
