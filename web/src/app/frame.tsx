import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { TrialNote } from '../features/billing/trial-note.tsx';
import { createQueryClient, forgetOnUserChange } from '../live/query-client.ts';
import { getSessionState, useSession, useUser } from '../lib/session.ts';
import { useShortcut } from '../lib/shortcuts.ts';
import { SocketProvider } from '../live/socket.ts';
import { m } from '../paraglide/messages.js';
import { catchTyping } from '../ui/early-typing.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyPart } from '../ui/lazy.tsx';
import { Overlays } from '../ui/overlays.tsx';
import { HeaderContext } from '../ui/page-header.tsx';
import { FullScreenSpinner, Spinner } from '../ui/spinner.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { isEntry, routeAt } from './routes.ts';
import { HomeLink, readsOnly, VisitorActions, VisitorHeader } from './visitor-header.tsx';

/** What is dropped beside a target must not replace the page. */
function useHarmlessDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}

/** Here and not with the other keys: what is typed right after it must not wait for their chunk. */
function useNewClipKey(enabled: boolean): void {
  const navigate = useNavigate();
  const begin = () => {
    catchTyping();
    void navigate('/new-clip');
  };
  useShortcut('n', begin, { enabled });
}

const signedInParts = () => import('./navigation.tsx');
// A visitor needs none of it. For who is signed in it comes beside the page, not after it.
const Navigation = lazyPart(
  signedInParts,
  'Navigation',
  <div className="hidden w-60 shrink-0 border-e border-line bg-sunken md:block" />,
);
if (getSessionState().status !== 'signed-out') Navigation.preload();
const AccountButton = lazyPart(
  signedInParts,
  'AccountButton',
  <span className="-me-1 size-11 md:hidden" />,
);
const HeaderChips = lazyPart(signedInParts, 'HeaderChips');
/** In a browser beside `npm run dev`; no build has it. */
const Devtools =
  import.meta.env.MODE === 'development'
    ? lazyPart(() => import('@tanstack/react-query-devtools'), 'ReactQueryDevtools')
    : () => null;

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
  const userId = useUser()?.id;
  useNewClipKey(status === 'signed-in');
  const { pathname } = useLocation();
  if (status === 'loading') return <FullScreenSpinner />;
  const signedIn = status === 'signed-in';
  const isMerged = !signedIn && readsOnly(pathname);
  const header = {
    lead: isMerged && <HomeLink mark />,
    note: <ConnectionNotice />,
    news: signedIn ? <HeaderChips /> : isMerged && <VisitorActions />,
    end: signedIn && isEntry(pathname) && <AccountButton />,
  };
  return (
    <QueryClientProvider client={client}>
      <SocketProvider>
        <div className="flex min-h-dvh">
          {signedIn && <Navigation />}
          <div className="flex min-w-0 flex-1 flex-col">
            {!signedIn && !isMerged && routeAt(pathname).access === 'anyone' && <VisitorHeader />}
            <main
              id="content"
              tabIndex={-1}
              className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar)"
            >
              {signedIn && (
                <TrialNote className="flex min-h-11 items-center gap-3 border-b border-line bg-sunken px-4 text-sm font-medium md:hidden" />
              )}
              <ErrorBoundary within path={pathname}>
                <HeaderContext value={header}>
                  <Suspense fallback={<PageSpinner />}>
                    <Outlet />
                  </Suspense>
                </HeaderContext>
                <Overlays key={userId} />
              </ErrorBoundary>
            </main>
          </div>
        </div>
      </SocketProvider>
      <Devtools styleNonce="devtools" />
    </QueryClientProvider>
  );
}

function PageSpinner() {
  return (
    <div className="flex flex-1 animate-appear items-center justify-center [animation-delay:150ms]">
      <Spinner label={m.ui_loading()} />
    </div>
  );
}
