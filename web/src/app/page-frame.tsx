import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../lib/session.ts';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** The page itself, beside the navigation and above the bottom bar. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar)">
      <ErrorBoundary within path={useLocation().pathname}>
        <Suspense fallback={<PageSpinner />}>{children}</Suspense>
      </ErrorBoundary>
      {useSession().status === 'signed-in' && <PhoneThemeSwitch />}
    </main>
  );
}

function PageSpinner() {
  return (
    <div className="flex flex-1 animate-appear items-center justify-center [animation-delay:150ms]">
      <Spinner label="Loading..." />
    </div>
  );
}

/** The bottom bar of a phone is full; the sidebar, where the switch stands otherwise, is not there. */
function PhoneThemeSwitch() {
  const theme = useTheme();
  return (
    <button
      type="button"
      onClick={toggleTheme}
      className="mx-auto mt-auto h-11 rounded-control px-4 text-xs font-medium text-muted md:hidden"
    >
      {theme === 'dark' ? 'Light theme' : 'Dark theme'}
    </button>
  );
}
