import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { originState, SIGN_IN_PATH } from '../session/origin.ts';
import { checkSession } from '../session/refresh.ts';
import { useSession } from '../session/session.ts';

/**
 * Lets signed-in people through; the others sign in first and come back to where they wanted to be.
 */
export function ProtectedGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const signedIn = session.status === 'signed-in';

  useEffect(() => {
    if (signedIn) void checkSession();
  }, [signedIn, pathname]);

  if (session.status === 'signed-out') {
    const left = session.endedBy === 'logout';
    return (
      <Navigate
        to={SIGN_IN_PATH}
        replace
        state={left ? null : originState(pathname + search + hash)}
      />
    );
  }
  return signedIn && children;
}
