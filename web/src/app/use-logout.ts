import { useState } from 'react';
import { useNavigate } from 'react-router';
import { waitingOf } from '../capture/outbox.ts';
import { logOut } from '../session/log-out.ts';
import { SIGN_IN_PATH } from '../session/origin.ts';
import { getUser } from '../session/session.ts';
import { hasUnsaved } from '../lib/unsaved.ts';
import { toastFailure } from '../live/failures.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';
import { open } from './overlays.ts';

/** It asks first where something waits to be saved. */
export function useLogout(): { leaving: boolean; leave: () => Promise<void> } {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leaveNow = async () => {
    setLeaving(true);
    try {
      await logOut();
      toast.success(m.app_logged_out());
      await navigate(SIGN_IN_PATH, { replace: true });
    } catch (error) {
      toastFailure(m.ui_logout_failed(), error, m.app_logout_failed_text());
    } finally {
      setLeaving(false);
    }
  };
  const leave = async () => {
    if (hasUnsaved() || waitingOf(getUser()?.id ?? null).length > 0)
      open('leave', { onLeave: leaveNow });
    else await leaveNow();
  };
  return { leaving, leave };
}
