import { MAX_LINKS_PER_CLIP } from '@clipline/contract/limits.ts';
import type { Link } from '@clipline/contract/schemas/links.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { useGridFocus } from '../../../lib/grid-focus.ts';
import { m } from '../../../paraglide/messages.js';
import { factLine } from '../../../sharing/link-facts.ts';
import { LinkRow } from '../../../sharing/link-row.tsx';
import { useLinks } from '../../../sharing/links.api.ts';
import { open } from '../../../sharing/overlays.ts';
import { ShareDialog } from '../../../sharing/share-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { LockedByPlan } from '../../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../../billing/plan.ts';
import { patchClip, useClip } from '../clips.api.ts';
import { AddressButton } from './clip-address.tsx';

const SHOWN = 3;

interface ClipLinksProps {
  clipId: string;
  links: readonly Link[];
  /** Others have no way to the clip: making one is the next step. */
  nobody: boolean;
  addressOpen: boolean;
  onAddressClosed: () => void;
}

function ClipLinks({ clipId, links, nobody, addressOpen, onAddressClosed }: ClipLinksProps) {
  const shown = links.slice(0, SHOWN);
  const create = useRef<HTMLButtonElement>(null);
  const { list, leaving } = useGridFocus(
    shown.map(({ id }) => id),
    { otherwise: create },
  );
  return (
    <section aria-labelledby="clip-links" className="border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <h3 id="clip-links" className="text-base font-semibold text-ink">
          {m.links_title()}
        </h3>
        <RouterLink to="/links" className="rounded-chip text-sm font-medium text-accent">
          {m.links_all()}
        </RouterLink>
      </div>
      {shown.length > 0 && (
        <ul ref={list} className="mt-1 flex flex-col">
          {shown.map((link) => (
            <LinkRow key={link.id} link={link} onRevoking={leaving} />
          ))}
        </ul>
      )}
      <Button
        ref={create}
        variant={nobody ? 'primary' : 'secondary'}
        className="mt-3"
        onClick={() => open('form', { about: { clipId, addressOpen }, onAddressClosed })}
      >
        <Link2 size={16} aria-hidden />
        {m.links_create_open()}
      </Button>
    </section>
  );
}

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
