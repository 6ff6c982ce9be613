import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { linkParameters } from '../features/auth/link-parameters.ts';
import { useHydrated } from '../lib/browser.ts';
import { countInTitle, countOnIcon } from '../lib/page-title.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { m } from '../paraglide/messages.js';
import { HOME_PATH, originState, rememberedOrigin, SIGN_IN_PATH } from '../session/origin.ts';
import { checkSession, SESSION_EXPIRED } from '../session/refresh.ts';
import { getSessionState, subscribeToSession, useSession, useUser } from '../session/session.ts';
import { toast } from '../ui/toast.ts';
import { preload } from './preload.ts';
import { notFoundRoute } from './routes.ts';

async function closeNotifications(): Promise<void> {
  const workers = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await workers?.getNotifications()) ?? []) notification.close();
}

/** Logging out is leaving the device to others: they see nothing of what was shared before. */
function leaveNothing(): void {
  const session = getSessionState();
  if (session.status !== 'signed-out' || session.endedBy === null) return;
  countInTitle(0);
  countOnIcon(0);
  void closeNotifications().catch(() => undefined);
  void import('../features/devices/push.ts')
    .then(({ unsubscribe }) => unsubscribe())
    // Nobody can send to it any more.
    .catch(() => undefined);
  if (session.endedBy !== 'logout') return;
  const now = Date.now();
  void import('../capture/held.ts')
    .then(({ discardHeldUntil }) => discardHeldUntil(now))
    // It is removed after a day.
    .catch(() => undefined);
}

const RECHECK_MS = 5 * MINUTE_MS;

export function SessionWatcher() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const askAgain = useEffectEvent(() => {
    const state = originState(pathname + search + hash);
    void navigate(SIGN_IN_PATH, { replace: true, state });
  });
  useEffect(() => {
    const check = () => void checkSession();
    const onVisible = () => document.visibilityState === 'visible' && check();
    const onExpired = () => {
      const session = getSessionState();
      // A visitor without a session, or a person who still has one, is not sent away.
      if (session.status !== 'signed-out') return check();
      if (session.endedBy !== 'expiry') return;
      toast.clear();
      toast.error(m.app_session_expired(), m.app_session_expired_text());
      askAgain();
    };
    check();
    const unsubscribe = subscribeToSession(leaveNothing);
    const timer = setInterval(check, RECHECK_MS);
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener(SESSION_EXPIRED, onExpired);
    return () => {
      unsubscribe();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener(SESSION_EXPIRED, onExpired);
    };
  }, []);
  return null;
}

/** After signing in here the welcome stays readable for a moment. */
const REDIRECT_AFTER_SIGN_IN_MS = 1000;

/** At once when they come here, after a second when they sign in here. */
export function PublicGuard({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const hydrated = useHydrated();
  const { search, hash, state } = useLocation();
  const target = rememberedOrigin(state) ?? HOME_PATH;
  const [wasSignedOut, setWasSignedOut] = useState(false);
  const [due, setDue] = useState(false);

  if (status === 'signed-out' && !wasSignedOut) setWasSignedOut(true);
  const isForAnother =
    status === 'signed-in' && !wasSignedOut && linkParameters(search, hash).invitation !== null;

  useEffect(() => {
    if (!isForAnother) return;
    // After the region that reads it out.
    setTimeout(() => toast.success(m.auth_invited_signed_in(), m.auth_invited_signed_in_text()));
  }, [isForAnother]);

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
          className={`fixed inset-0 flex items-center justify-center text-sm text-muted ${hydrated ? '' : 'boot-signed-in'}`}
        >
          {m.ui_loading()}
        </p>
      )}
      <div className={hydrated ? undefined : 'boot-signed-out'}>{!waiting && children}</div>
    </>
  );
}

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

/** For everybody else there is no such page. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const session = useSession();
  const isAdmin = useUser()?.isAdmin ?? false;
  if (session.status === 'signed-out' && session.endedBy === null) return <notFoundRoute.Page />;
  return <ProtectedGuard>{isAdmin ? children : <notFoundRoute.Page />}</ProtectedGuard>;
}
