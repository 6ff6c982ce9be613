import { MAX_LINKS_PER_CLIP } from '@clipline/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { ClipLinks } from '../../../sharing/clip-links.tsx';
import { factLine } from '../../../sharing/link-facts.ts';
import { useLinks } from '../../../sharing/links.api.ts';
import { ShareDialog } from '../../../sharing/share-dialog.tsx';
import { LockedByPlan } from '../../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../../billing/plan.ts';
import { patchClip, useClip } from '../clips.api.ts';
import { AddressButton } from './clip-address.tsx';

export interface ShareClipDialogProps {
  clipId: string;
  /** Another person's clip is shared by their plan, not by the reader's. */
  own?: boolean;
}

export function ShareClipDialog({ clipId, own = true }: ShareClipDialogProps) {
  const refusal = usePlanRefusal('sharing');
  const canLink = usePlanRefusal('links') === null && own;
  const client = useQueryClient();
  const { data: clip, isError } = useClip(clipId, own);
  const { data: listed } = useLinks(
    { clipId, state: 'active', pageSize: MAX_LINKS_PER_CLIP },
    canLink,
  );
  const links = canLink ? listed?.links : [];
  const closed = own && clip?.addressOpen === false;
  /** Newest first. Whoever is shown a link or its code may hand it on: never one that edits. */
  const newest = closed ? links?.find(({ access }) => access === 'read') : undefined;
  const nobody = closed && links !== undefined && !newest;
  const isKnown = !own || isError || clip !== undefined;
  return (
    <ShareDialog
      title={m.clips_share_title()}
      text={newest ? factLine(newest) : closed ? '' : m.clips_share_text()}
      link={closed ? (newest?.url ?? null) : isKnown ? `${location.origin}/clips/${clipId}` : null}
      label={m.clips_share_link()}
      caption={m.clips_share_scan()}
      instead={own && refusal !== null ? <LockedByPlan text={refusal} /> : undefined}
      notice={nobody && <p className="text-base text-ink">{m.clips_share_nobody()}</p>}
    >
      {canLink && (
        <ClipLinks
          clipId={clipId}
          links={links ?? []}
          nobody={nobody}
          addressOpen={clip?.addressOpen ?? true}
          onAddressClosed={() =>
            patchClip(client, clipId, (known) => ({ ...known, addressOpen: false }))
          }
        />
      )}
      {clip?.addressOpen !== undefined && <AddressButton clipId={clipId} open={clip.addressOpen} />}
    </ShareDialog>
  );
}
