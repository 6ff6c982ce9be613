import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useHydrated } from '../lib/hydrated.ts';
import { HOME_PATH, rememberedOrigin } from '../lib/origin.ts';
import { useSession } from '../lib/session.ts';

/** After signing in here the welcome stays readable for a moment. */
const REDIRECT_AFTER_SIGN_IN_MS = 1000;

/** Sends signed-in people on: at once when they come here, after a second when they sign in here. */
export function PublicGuard({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const hydrated = useHydrated();
  const target = rememberedOrigin(useLocation().state) ?? HOME_PATH;
  const wasSignedOut = useRef(false);
  const [due, setDue] = useState(false);

  useEffect(() => {
    if (status === 'signed-out') {
      wasSignedOut.current = true;
      setDue(false);
    }
    if (status !== 'signed-in') return;
    const timer = setTimeout(() => setDue(true), wasSignedOut.current ? REDIRECT_AFTER_SIGN_IN_MS : 0);
    return () => clearTimeout(timer);
  }, [status]);

  if (status === 'signed-in' && due) return <Navigate to={target} replace />;
  const waiting = hydrated && (status === 'loading' || (status === 'signed-in' && !wasSignedOut.current));
  return (
    <>
      {(waiting || !hydrated) && (
        <p role="status" className={`fixed inset-0 flex items-center justify-center text-sm text-muted ${hydrated ? '' : 'boot-signed-in'}`}>
          Loading...
        </p>
      )}
      <div className={hydrated ? undefined : 'boot-signed-out'}>{!waiting && children}</div>
    </>
  );
}
