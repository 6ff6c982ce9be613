import { Suspense, type ReactNode } from 'react';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';

/** The page itself, beside the navigation and above the bottom bar. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar)">
      <Suspense fallback={<FullScreenSpinner />}>{children}</Suspense>
    </main>
  );
}
