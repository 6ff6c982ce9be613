import type { ReactNode } from 'react';
import { isUnreachable } from '../../../lib/api-error.ts';
import { useUser } from '../../../lib/session.ts';
import { useFailure } from '../../../live/failures.ts';
import { keepsRecent } from '../../../offline/keep-choice.ts';
import { notify } from '../clips.messages.ts';
import { KeptClipText } from '../offline/kept-clip.tsx';
import { MissingClip } from './missing-clip.tsx';

/** Instead of a clip that could not be read: what this device keeps of it, or why there is none. */
export function UnreadClip({
  clipId,
  reason,
  failed,
  wasShown,
  loading,
  onRetry,
}: {
  clipId: string;
  /** Of the last attempt. */
  reason: unknown;
  /** There will be no other attempt. */
  failed: boolean;
  /** It was read before, and what it says now is shown instead. */
  wasShown: boolean;
  loading: ReactNode;
  onRetry: () => void;
}) {
  const userId = useUser()?.id;
  const readsKept = !wasShown && isUnreachable(reason) && keepsRecent(userId);
  useFailure(failed && !wasShown && !readsKept ? reason : null, notify.loadFailed);
  const missing = failed ? <MissingClip error={reason} onRetry={onRetry} /> : loading;
  return readsKept ? <KeptClipText clipId={clipId} otherwise={missing} /> : missing;
}
