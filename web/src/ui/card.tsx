import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** `interactive`: lifts on hover, for cards that can be opened. */
export function Card({
  className,
  interactive = false,
  ...rest
}: ComponentProps<'div'> & { interactive?: boolean }) {
  return (
    <div
      {...rest}
      className={classNames(
        'rounded-card border border-line bg-surface p-4 shadow-card',
        interactive &&
          'transition-[box-shadow,border-color] duration-150 ease-calm hover:border-line-strong/60 hover:shadow-hover',
        className,
      )}
    />
  );
}
