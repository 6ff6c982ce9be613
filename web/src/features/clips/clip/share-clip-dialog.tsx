import { m } from '../../../paraglide/messages.js';
import { ShareDialog } from '../../../sharing/share-dialog.tsx';
import { LockedByPlan } from '../../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../../billing/plan.ts';

export interface ShareClipDialogProps {
  clipId: string;
  /** Another person's clip is shared by their plan, not by the reader's. */
  own?: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShareClipDialog({ clipId, own = true, ...dialog }: ShareClipDialogProps) {
  const refusal = usePlanRefusal('sharing');
  return (
    <ShareDialog
      {...dialog}
      title={m.clips_share_title()}
      text={m.clips_share_text()}
      link={`${location.origin}/clips/${clipId}`}
      label={m.clips_share_link()}
      caption={m.clips_share_scan()}
      instead={own && refusal !== null ? <LockedByPlan text={refusal} /> : undefined}
    />
  );
}
