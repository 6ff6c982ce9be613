import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export const CONTROL =
  'rounded-control border border-line-strong bg-surface text-ink transition-[border-color,background-color] duration-150 ' +
  'hover:border-muted focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger ' +
  // The pseudo-class :read-only would match every select.
  '[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:opacity-50';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      type={type}
      className={classNames(
        CONTROL,
        'h-9 w-full px-3 text-sm placeholder-shown:text-ellipsis touch:h-11 touch:text-field',
        className,
      )}
    />
  );
}
