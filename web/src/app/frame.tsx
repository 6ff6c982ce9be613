import { QueryClientProvider } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { TrialNote } from '../features/billing/trial-note.tsx';
import { useRestricted } from '../features/confirm/confirm.api.ts';
import { remedyOf } from '../features/confirm/confirm-first.ts';
import { remedyBy } from '../lib/api.ts';
import { originState, SIGN_IN_PATH } from '../session/origin.ts';
import { getSessionState, useSession, useUser } from '../session/session.ts';
import { useShortcut } from '../lib/shortcuts.ts';
import { expectedAddress, useConnectionSign } from '../live/connection-sign.ts';
import { createQueryClient, forgetOnUserChange } from '../live/query-client.ts';
import { SocketProvider } from '../live/socket.ts';
import { m } from '../paraglide/messages.js';
import { usePreviewNews } from '../things/previews.ts';
import { ButtonLink } from '../ui/button.tsx';
import { catchTyping } from '../ui/early-typing.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyPart } from '../ui/lazy.tsx';
import { Logo } from '../ui/logo.tsx';
import { Overlays } from '../ui/overlays.tsx';
import { HeaderContext } from '../ui/page-header.tsx';
import { ThemeButton } from '../ui/preferences.tsx';
import { FullScreenSpinner, Spinner } from '../ui/spinner.tsx';
import { Status } from '../ui/status.tsx';
import { isEntry, routeAt } from './routes.ts';

const readsOnly = (pathname: string): boolean => /^\/(clips|s)\//.test(pathname);

function VisitorActions() {
  const { pathname, search, hash } = useLocation();
  const origin = originState(pathname + search + hash);
  // A phone has no room for both these and what the page is for.
  return (
    <div className="flex items-center gap-2 max-sm:gap-0 max-lg:group-data-actions/header:hidden">
      <span className="max-sm:hidden">
        <ThemeButton />
      </span>
      <ButtonLink
        variant="ghost"
        to={`${SIGN_IN_PATH}?mode=login`}
        state={origin}
        className="max-md:px-2.5"
      >
        {m.app_login()}
      </ButtonLink>
      {/* What the page is for is its one primary button. */}
      <ButtonLink
        to={`${SIGN_IN_PATH}?mode=register`}
        state={origin}
        className="max-md:px-3 sign-up-off:hidden"
      >
        {m.app_sign_up()}
      </ButtonLink>
    </div>
  );
}

function HomeLink({ mark = false }: { mark?: boolean }) {
  return (
    <Link to="/" aria-label={m.app_home_link()} className="flex shrink-0 rounded-chip">
      <Logo mark={mark} narrow />
    </Link>
  );
}

function VisitorHeader() {
  return (
    <div role="banner" className="border-b border-line bg-sunken">
      <div className="mx-auto flex h-14 max-w-app items-center gap-2 px-4 md:px-8">
        <span className="me-auto">
          <HomeLink />
        </span>
        <VisitorActions />
      </div>
    </div>
  );
}

function pausedText(): string {
  const address = expectedAddress(document.body.dataset['publicUrl'], window.location.hostname);
  return address ? m.app_updates_paused_here({ address }) : m.ui_updates_paused();
}

/** In the flow, so that it covers no button. A phone has space for the icon alone. */
function ConnectionNotice() {
  const sign = useConnectionSign();
  const isCut = sign !== 'connected' && sign !== 'connecting';
  return <Status>{isCut && <ConnectionCut sign={sign} />}</Status>;
}

function ConnectionCut({ sign }: { sign: ReturnType<typeof useConnectionSign> }) {
  const text = sign === 'paused' ? pausedText() : m.ui_disconnected();
  return (
    <span
      data-tooltip={text}
      data-connection
      // Before the title is cut, this is.
      className="ms-auto inline-flex h-7 min-w-3.5 shrink-99 animate-appear items-center gap-2 rounded-full border border-line px-2.5 text-xs font-medium text-muted max-sm:border-0 max-sm:px-0 sm:min-w-7"
    >
      <CloudOff
        size={14}
        aria-hidden
        className={sign === 'paused' ? 'shrink-0 text-warn' : 'shrink-0 text-danger'}
      />
      <span className="truncate max-sm:sr-only">{text}</span>
    </span>
  );
}

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
const SecondStepFirst = lazyPart(signedInParts, 'SecondStepFirst');
remedyBy(remedyOf);

/**
 * The page keeps its place in the tree when a person signs in or out elsewhere: what was typed
 * stays.
 */
export default function Frame() {
  const [client] = useState(createQueryClient);
  useEffect(() => forgetOnUserChange(client), [client]);
  useHarmlessDrops();
  const { status } = useSession();
  const userId = useUser()?.id;
  useNewClipKey(status === 'signed-in');
  const { pathname } = useLocation();
  const isRestricted = useRestricted() && pathname !== '/account';
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
        <PreviewNews />
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
                    {isRestricted ? <SecondStepFirst /> : <Outlet />}
                  </Suspense>
                </HeaderContext>
                <Overlays key={userId} />
              </ErrorBoundary>
            </main>
          </div>
        </div>
      </SocketProvider>
    </QueryClientProvider>
  );
}

function PreviewNews(): null {
  usePreviewNews();
  return null;
}

function PageSpinner() {
  return (
    <div className="flex flex-1 animate-appear items-center justify-center [animation-delay:150ms]">
      <Spinner label={m.ui_loading()} />
    </div>
  );
}
