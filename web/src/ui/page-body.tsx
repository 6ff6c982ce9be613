import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The content column under a page header. */
export function PageBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classNames('mx-auto w-full max-w-app px-4 py-6 md:px-8', className)}>
      {children}
    </div>
  );
}
