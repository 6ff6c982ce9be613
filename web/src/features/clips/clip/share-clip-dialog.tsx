import { useQueryClient } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { ClipLinks } from '../../../sharing/clip-links.tsx';
import { ShareDialog } from '../../../sharing/share-dialog.tsx';
import { LockedByPlan } from '../../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../../billing/plan.ts';
import { rereadClip, useClip } from '../clips.api.ts';
import { CloseAddress, ClosedAddress } from './clip-address.tsx';

export interface ShareClipDialogProps {
  clipId: string;
  /** Another person's clip is shared by their plan, not by the reader's. */
  own?: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShareClipDialog({ clipId, own = true, ...dialog }: ShareClipDialogProps) {
  const refusal = usePlanRefusal('sharing');
  const canLink = usePlanRefusal('links') === null;
  const client = useQueryClient();
  const { data: clip } = useClip(own && dialog.open ? clipId : null);
  return (
    <ShareDialog
      {...dialog}
      title={m.clips_share_title()}
      text={clip?.addressOpen === false ? '' : m.clips_share_text()}
      link={`${location.origin}/clips/${clipId}`}
      label={m.clips_share_link()}
      caption={m.clips_share_scan()}
      instead={own && refusal !== null ? <LockedByPlan text={refusal} /> : undefined}
      notice={clip?.addressOpen === false && <ClosedAddress clipId={clipId} />}
    >
      {own && canLink && (
        <ClipLinks
          clipId={clipId}
          addressOpen={clip?.addressOpen ?? true}
          onCreated={() => void rereadClip(client, clipId)}
        />
      )}
      {clip?.addressOpen === true && <CloseAddress clipId={clipId} />}
    </ShareDialog>
  );
}
