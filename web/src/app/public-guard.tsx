import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useHydrated } from '../lib/hydrated.ts';
import { HOME_PATH, rememberedOrigin } from '../lib/origin.ts';
import { useSession } from '../lib/session.ts';
import { m } from '../paraglide/messages.js';
import { preload } from './preload.ts';

/** After signing in here the welcome stays readable for a moment. */
const REDIRECT_AFTER_SIGN_IN_MS = 1000;

/**
 * Sends signed-in people on: at once when they come here, after a second when they sign in here.
 */
export function PublicGuard({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const hydrated = useHydrated();
  const target = rememberedOrigin(useLocation().state) ?? HOME_PATH;
  const [wasSignedOut, setWasSignedOut] = useState(false);
  const [due, setDue] = useState(false);

  if (status === 'signed-out' && !wasSignedOut) setWasSignedOut(true);

  useEffect(() => {
    if (status !== 'signed-in') return;
    preload(target).catch(() => undefined);
    const timer = setTimeout(() => setDue(true), wasSignedOut ? REDIRECT_AFTER_SIGN_IN_MS : 0);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [status, target, wasSignedOut]);

  if (status === 'signed-in' && due) return <Navigate to={target} replace />;
  const waiting = hydrated && (status === 'loading' || (status === 'signed-in' && !wasSignedOut));
  return (
    <>
      {(waiting || !hydrated) && (
        <p
          role="status"
          className={`fixed inset-0 flex items-center justify-center text-sm text-muted ${hydrated ? '' : 'boot-signed-in'}`}
        >
          {m.ui_loading()}
        </p>
      )}
      <div className={hydrated ? undefined : 'boot-signed-out'}>{!waiting && children}</div>
    </>
  );
}
