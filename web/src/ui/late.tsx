import { Suspense, useState, type ReactNode } from 'react';

/**
 * Mounts what is loaded lazily with its first need, and keeps it, so that its closing can be seen.
 */
export function Late({ when, children }: { when: boolean; children: ReactNode }) {
  const [needed, setNeeded] = useState(when);
  if (when && !needed) setNeeded(true);
  return needed ? <Suspense fallback={null}>{children}</Suspense> : null;
}
