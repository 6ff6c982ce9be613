import type { ReactNode } from 'react';

/** What went wrong with the whole form, announced when it appears. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="rounded-control border border-danger/30 bg-danger-soft px-3.5 py-2.5 text-sm text-danger"
    >
      {children}
    </div>
  );
}
