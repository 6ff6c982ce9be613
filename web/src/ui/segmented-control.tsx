import { useId } from 'react';
import { classNames } from './class-names.ts';

export interface SegmentedControlProps<T extends string> {
  label: string;
  /** Show the label above; otherwise it is only spoken. */
  showLabel?: boolean;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onValueChange: (value: T) => void;
}

/** A few choices side by side: radio buttons, so arrows work as everywhere. */
export function SegmentedControl<T extends string>({
  label,
  showLabel = false,
  value,
  options,
  onValueChange,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0 max-sm:w-full">
      <legend className={showLabel ? 'mb-1.5 text-sm font-medium text-ink' : 'sr-only'}>
        {label}
      </legend>
      <div className="flex rounded-control border border-line bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative flex h-[30px] flex-1 items-center justify-center rounded-chip border px-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 touch:h-[38px]',
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
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
