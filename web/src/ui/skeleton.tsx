import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { classNames } from './class-names.ts';

/** One grey box of what comes. Size it by class, with the size of the final thing. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-breathe rounded-chip bg-hover', className)} />
  );
}

/** Takes its space at once and shows after 150 ms, so that a quick response makes no flash. */
export function SkeletonGroup({
  label = m.ui_loading(),
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={classNames('skeleton-group', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
