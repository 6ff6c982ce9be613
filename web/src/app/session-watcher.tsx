import { MINUTE_MS } from '../lib/time.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { originState, SIGN_IN_PATH } from '../lib/origin.ts';
import { checkSession, SESSION_EXPIRED } from '../lib/session-refresh.ts';
import { getSessionState, subscribeToSession } from '../lib/session.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';

/** Logging out is leaving the device to others: they see nothing of what was shared before. */
function forgetShared(): void {
  const session = getSessionState();
  if (session.status !== 'signed-out' || session.endedBy !== 'logout') return;
  const now = Date.now();
  void import('../capture/held.ts')
    .then(({ discardHeldUntil }) => discardHeldUntil(now))
    // It is removed after a day.
    .catch(() => undefined);
}

const RECHECK_MS = 5 * MINUTE_MS;

/**
 * Checks the session at start, every five minutes, when the tab becomes visible and when a call
 * found it expired.
 */
export function SessionWatcher() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const latest = useRef({ navigate, path: '' });
  useEffect(() => {
    latest.current = { navigate, path: pathname + search + hash };
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
      void latest.current.navigate(SIGN_IN_PATH, {
        replace: true,
        state: originState(latest.current.path),
      });
    };
    check();
    const unsubscribe = subscribeToSession(forgetShared);
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
