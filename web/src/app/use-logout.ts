import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { waitingOf } from '../capture/outbox.ts';
import { logOut } from '../session/log-out.ts';
import { SIGN_IN_PATH } from '../session/origin.ts';
import { getUser } from '../session/session.ts';
import { hasUnsaved } from '../lib/unsaved.ts';
import { countOnTheirWay } from '../things/sending/on-its-way.ts';
import { m } from '../paraglide/messages.js';
import { toast } from '../ui/toast.ts';
import { open } from './overlays.ts';

export function useLogout(): { leaving: boolean; leave: () => void } {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: logOut,
    meta: { failed: () => [m.ui_logout_failed(), m.app_logout_failed_text()] },
    async onSuccess() {
      toast.success(m.app_logged_out());
      await navigate(SIGN_IN_PATH, { replace: true });
    },
  });
  const leave = () => {
    if (hasUnsaved() || countOnTheirWay() > 0 || waitingOf(getUser()?.id ?? null).length > 0)
      open('leave', { onLeave: mutate });
    else mutate();
  };
  return { leaving: isPending, leave };
}
