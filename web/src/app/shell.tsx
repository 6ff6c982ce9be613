import type { ReactNode } from 'react';
import { useSession } from '../lib/session.ts';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { Chrome } from './chrome.tsx';
import { ConnectionNotice } from './connection-notice.tsx';

/**
 * The frame of the app. The page keeps its place in the tree whoever is signed in, so that signing
 * in or out elsewhere never mounts it anew and loses what was typed.
 */
export function Shell({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (status === 'loading') return <FullScreenSpinner />;
  return (
    <div className="flex min-h-dvh">
      {status === 'signed-in' && <Chrome />}
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      <ConnectionNotice />
    </div>
  );
}
