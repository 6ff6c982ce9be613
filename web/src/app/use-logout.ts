import { useState } from 'react';
import { useNavigate } from 'react-router';
import { logOut } from '../lib/logout.ts';
import { SIGN_IN_PATH } from '../lib/origin.ts';
import { toastFailure } from '../live/failures.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';

export function useLogout(): { leaving: boolean; leave: () => Promise<void> } {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
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
  return { leaving, leave };
}
