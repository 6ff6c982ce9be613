import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
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
}

/** The platform's own list: best on a phone, known to every reader. */
export function Select<T extends string>({
  value,
  options,
  onValueChange,
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
          CONTROL,
          'h-9 w-full appearance-none bg-surface! ps-3 pe-9 text-sm touch:h-11 touch:text-field',
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
      />
    </div>
  );
}

export interface SelectFieldProps<T extends string> {
  label: string;
  value: T;
  options: SelectProps<T>['options'];
  onValueChange: (value: T) => void;
  /** Its width. */
  className: string;
}

/** The same with a label above. */
export function SelectField<T extends string>({ label, className, ...rest }: SelectFieldProps<T>) {
  return (
    <div className={className}>
      <Field label={label}>{(control) => <Select {...control} {...rest} />}</Field>
    </div>
  );
}
