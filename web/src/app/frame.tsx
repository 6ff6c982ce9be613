import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { usePlanNews } from '../features/billing/plan.ts';
import { TrialNote } from '../features/billing/trial-note.tsx';
import { createQueryClient, forgetOnUserChange } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { SocketProvider } from '../live/socket.ts';
import { m } from '../paraglide/messages.js';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { lazyDialog, lazyPart } from '../ui/lazy.tsx';
import { HeaderNews, HeaderNote } from '../ui/page-header.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useHarmlessDrops } from './harmless-drops.ts';
import { preloadEntries, routeAt } from './routes.ts';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { setAsking, useAsking, useLogout } from './use-logout.ts';
import { VisitorHeader } from './visitor-header.tsx';

const CaptureService = lazyPart(() => import('./capture-service.tsx'), 'CaptureService');
const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx'), 'LeaveDialog');
const LinkNews = lazyPart(() => import('../sharing/link-news.tsx'), 'LinkNews');
const WaitingChip = lazyPart(() => import('../capture/waiting-chip.tsx'), 'WaitingChip');

/**
 * The frame of the app: lists and live updates, navigation, and the page in the middle. The page
 * keeps its place in the tree whether anyone is signed in or not, so that signing in or out
 * elsewhere never mounts it anew and loses what was typed.
 */
export default function Frame() {
  const [client] = useState(createQueryClient);
  useEffect(() => forgetOnUserChange(client), [client]);
  useHarmlessDrops();
  const { status } = useSession();
  const { pathname } = useLocation();
  if (status === 'loading') return <FullScreenSpinner />;
  const signedIn = status === 'signed-in';
  return (
    <QueryClientProvider client={client}>
      <SocketProvider>
        <div className="flex min-h-dvh">
          {signedIn && <Navigation />}
          <div className="flex min-w-0 flex-1 flex-col">
            {!signedIn && routeAt(pathname).access === 'anyone' && <VisitorHeader />}
            <main
              id="content"
              tabIndex={-1}
              className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar)"
            >
              {signedIn && (
                <TrialNote className="flex min-h-11 items-center gap-3 border-b border-line bg-sunken px-4 text-sm font-medium md:hidden" />
              )}
              <ErrorBoundary within path={pathname}>
                <HeaderNote value={<ConnectionNotice />}>
                  <HeaderNews value={signedIn ? <WaitingChip /> : null}>
                    <Suspense fallback={<PageSpinner />}>
                      <Outlet />
                    </Suspense>
                  </HeaderNews>
                </HeaderNote>
              </ErrorBoundary>
              {signedIn && <PhoneFoot />}
            </main>
          </div>
        </div>
      </SocketProvider>
    </QueryClientProvider>
  );
}

/** Navigation and keys of the signed-in app. */
function Navigation() {
  usePlanNews();
  const { leaveNow } = useLogout();
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
    idle(preloadEntries);
  }, []);
  return (
    <>
      <a
        href="#content"
        className="sr-only z-60 rounded-control bg-ink px-4 py-2 text-sm font-medium text-on-ink focus:not-sr-only focus:fixed focus:start-4 focus:top-3"
      >
        {m.app_skip_to_content()}
      </a>
      <Sidebar />
      <BottomBar />
      <Shortcuts />
      <CaptureService />
      <LinkNews />
      <LeaveDialog open={useAsking()} onOpenChange={setAsking} onLeave={leaveNow} />
    </>
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
      {pathname !== '/links' && (
        <Link
          to="/links"
          className="flex h-11 items-center rounded-control px-4 text-xs font-medium text-muted"
        >
          {m.links_title()}
        </Link>
      )}
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
