import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import { CONTROL } from './input.tsx';

export interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onValueChange: (value: T) => void;
  /** Without a box of its own. */
  bare?: boolean;
}

/** The platform's own list: best on a phone, known to every reader. */
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
            ? 'h-8 w-full truncate appearance-none rounded-control bg-transparent ps-1.5 pe-8 font-medium text-ink'
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
  /** The label stands in the box, before what is chosen. */
  inline?: boolean;
}

/** The same with its label. */
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
          CONTROL,
          'flex h-9 min-w-0 items-center ps-3 text-sm text-muted focus-within:border-accent',
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
