import type { ReactNode } from 'react';
import { readsKept } from '../clips.api.ts';
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
  const isKept = !wasShown && readsKept(reason, undefined);
  const missing = failed ? <MissingClip error={reason} onRetry={onRetry} /> : loading;
  return isKept ? <KeptClipText clipId={clipId} otherwise={missing} /> : missing;
}
