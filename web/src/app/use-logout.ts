import { useState } from 'react';
import { useNavigate } from 'react-router';
import { endedSession } from '../lib/api-error.ts';
import { SIGN_IN_PATH } from '../lib/origin.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';

export function useLogout(): { leaving: boolean; leave: () => Promise<void> } {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      // Once per session: the code can come when it is wanted.
      await (await import('../lib/logout.ts')).logOut();
      toast.success(m.app_logged_out());
      await navigate(SIGN_IN_PATH, { replace: true });
    } catch (error) {
      if (!endedSession(error)) toast.error(m.ui_logout_failed(), m.app_logout_failed_text());
    } finally {
      setLeaving(false);
    }
  };
  return { leaving, leave };
}
