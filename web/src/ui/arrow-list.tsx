import type { ReactNode, Ref } from 'react';
import { moveInGrid } from '../lib/grid-keys.ts';

/** A list between whose items, marked with `data-grid-item`, the arrows move focus. */
export function ArrowList({
  ref,
  label,
  className,
  children,
}: {
  ref?: Ref<HTMLUListElement>;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // Its keys are those of the items inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={ref} aria-label={label} className={className} onKeyDown={moveInGrid}>
      {children}
    </ul>
  );
}
