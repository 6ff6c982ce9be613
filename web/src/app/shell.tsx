import { Outlet } from 'react-router';
import { useSession } from '../lib/session.ts';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';

/**
 * The frame of the app. The page keeps its place in the tree whoever is signed in, so that signing in or out elsewhere never mounts it
 * anew and loses what was typed.
 */
export function Shell() {
  const { status } = useSession();
  if (status === 'loading') return <FullScreenSpinner />;
  const signedIn = status === 'signed-in';
  return (
    <div className="flex min-h-dvh">
      {signedIn && <SkipLink />}
      {signedIn && <Sidebar />}
      <div className="flex min-w-0 flex-1 flex-col">
        <Outlet />
      </div>
      {signedIn && <BottomBar />}
      <ConnectionNotice />
      {signedIn && <Shortcuts />}
    </div>
  );
}

function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-60 rounded-control bg-ink px-4 py-2 text-sm font-medium text-on-ink focus:not-sr-only focus:fixed focus:start-4 focus:top-3"
    >
      Skip to content
    </a>
  );
}
