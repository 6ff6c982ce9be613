import { Suspense, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../lib/session.ts';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { m } from '../paraglide/messages.js';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** The page itself, beside the navigation and above the bottom bar. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar)">
      <ErrorBoundary within path={useLocation().pathname}>
        <Suspense fallback={<PageSpinner />}>{children}</Suspense>
      </ErrorBoundary>
      {useSession().status === 'signed-in' && <PhoneFoot />}
    </main>
  );
}

function PageSpinner() {
  return (
    <div className="flex flex-1 animate-appear items-center justify-center [animation-delay:150ms]">
      <Spinner label={m.ui_loading()} />
    </div>
  );
}

/** The bottom bar of a phone is full; the sidebar, where these stand otherwise, is not there. */
function PhoneFoot() {
  const theme = useTheme();
  const { pathname } = useLocation();
  return (
    <div className="mt-auto flex justify-center gap-2 md:hidden">
      {pathname !== '/account' && (
        <Link
          to="/account"
          className="flex h-11 items-center rounded-control px-4 text-xs font-medium text-muted"
        >
          {m.app_account()}
        </Link>
      )}
      <button
        type="button"
        onClick={toggleTheme}
        className="h-11 rounded-control px-4 text-xs font-medium text-muted"
      >
        {theme === 'dark' ? m.ui_light_theme() : m.ui_dark_theme()}
      </button>
    </div>
  );
}
