import { MAX_LINKS_PER_CLIP } from '@clipline/contract/limits.ts';
import type { Link } from '@clipline/contract/schemas/links.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  Clock,
  Infinity as Endless,
  Link2,
  Link2Off,
  Lock,
  LockKeyhole,
  LockOpen,
  Pencil,
  Plus,
} from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { useLiveRefresh } from '../../../live/live-refresh.ts';
import { m } from '../../../paraglide/messages.js';
import { ExpiryChoice } from '../../../sharing/expiry-choice.tsx';
import { truthOf } from '../../../sharing/link-facts.ts';
import { type LinksAsked, useLinks } from '../../../sharing/links.api.ts';
import { OtherLink } from '../../../sharing/other-link.tsx';
import { open } from '../../../sharing/overlays.ts';
import { CodeFigure, LinkField } from '../../../sharing/share-panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { LiveClip } from '../../../things/clip.ts';
import { toast } from '../../../ui/toast.ts';
import { IconTile } from '../../../ui/icon-tile.tsx';
import { GoneDialog } from '../../../ui/overlays.tsx';
import { LockedByPlan } from '../../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../../billing/plan.ts';
import { clipKeys, patchClip, useClip } from '../clips.api.ts';
import { useDeleteClip } from '../list/clip-mutations.api.ts';
import { useClipSharing } from './use-clip-sharing.ts';

const SHOWN = 3;
const NONE: readonly Link[] = [];

export interface ShareClipDialogProps {
  clipId: string;
  /** Another person's clip is shared by their plan, not by the reader's. */
  own?: boolean;
}

export function ShareClipDialog({ clipId, own = true }: ShareClipDialogProps) {
  const refusal = usePlanRefusal('sharing');
  const canLink = usePlanRefusal('links') === null && own;
  const client = useQueryClient();
  const { data: clip, error } = useClip(clipId, own);
  // A list that it was opened from does not keep it in step.
  const keys = useMemo(() => (own ? [clipKeys.one(clipId)] : []), [clipId, own]);
  useLiveRefresh('clip-update', keys);
  const asked: LinksAsked = {
    clipId: [clipId],
    state: 'active',
    pageSize: MAX_LINKS_PER_CLIP,
  };
  const { data: listed, dataUpdatedAt: readAt } = useLinks(asked, canLink);
  const links = listed?.links ?? NONE;
  const addressOpen = !own || (clip?.addressOpen ?? true);
  const sharing = useClipSharing(clipId, addressOpen, { links, readAt });
  const remove = useDeleteClip();
  const first = useRef<HTMLButtonElement>(null);
  const isKnown = !own || error !== null || clip !== undefined;
  const { link } = sharing;
  const url = isKnown ? sharing.url : null;
  const isClosed = sharing.url === null;
  const nobody = url === null && isKnown && (listed !== undefined || !canLink);
  const others = links.filter(({ id }) => id !== link?.id).slice(0, SHOWN);
  const list = useRef<HTMLUListElement>(null);
  const going = useRef(new Set<string>());
  /** Its row goes, and focus stays in the dialog: on no way to revoke the next one. */
  const revoke = (gone: Link) => {
    going.current.add(gone.id);
    const at = others.findIndex(({ id }) => id === gone.id);
    const staying = others.filter(({ id }) => !going.current.has(id));
    const next = staying.find((other) => others.indexOf(other) > at) ?? staying.at(-1);
    const copy = at >= 0 && next && list.current?.querySelector(`[data-copy-link="${next.id}"]`);
    (copy instanceof HTMLElement ? copy : first.current)?.focus();
    sharing.revoke(gone);
  };

  if (own && refusal !== null)
    return (
      <Dialog title={m.clips_share_title()}>
        <LockedByPlan text={refusal} />
      </Dialog>
    );
  if (error instanceof ApiError && error.status === 404) return <GoneDialog />;
  const create = () =>
    open('form', {
      about: { clipId, addressOpen },
      onAddressClosed: () =>
        patchClip(client, clipId, (known) => ({ ...known, addressOpen: false })),
    });
  const seal = (sealed: LiveClip) => {
    if (!isSecureContext) return void toast.error(m.ui_needs_https());
    const { content: text, files } = sealed;
    open('seal', { clip: { text, files, remove: () => remove(sealed) } });
  };
  return (
    <Dialog
      title={m.clips_share_title()}
      description={nobody ? m.links_address_closed() : m.clips_share_text()}
      size="share"
      foot={
        own &&
        clip?.addressOpen !== undefined && (
          <>
            {canLink && (
              <RouterLink to="/links" className="rounded-chip text-sm font-medium text-accent">
                {m.links_all()}
              </RouterLink>
            )}
            {link ? (
              <Button variant="ghost" className="text-danger!" onClick={() => revoke(link)}>
                <Link2Off size={16} aria-hidden />
                {m.sharing_revoke_this()}
              </Button>
            ) : (
              <Button
                variant="ghost"
                pending={sharing.isChangingAddress}
                onClick={() => sharing.setAddress(isClosed)}
              >
                {isClosed ? <LockOpen size={16} aria-hidden /> : <Lock size={16} aria-hidden />}
                {isClosed ? m.links_address_open() : m.links_address_close()}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4 md:flex-row md:gap-6">
        <div className="flex min-w-0 flex-col gap-4 max-md:contents md:flex-1">
          {canLink && (
            <ExpiryChoice
              ref={first}
              chosen={sharing.chosen}
              pending={sharing.pending}
              onChoose={sharing.choose}
            />
          )}
          <div className="flex flex-col gap-2 max-md:order-3">
            {url !== null && <LinkField link={url} label={m.clips_share_link()} />}
            {url !== null && own && <Truth link={link} />}
            {link && <AddressLine open={addressOpen} sharing={sharing} />}
            {nobody && canLink && (
              <>
                <Button variant="primary" onClick={create}>
                  <Link2 size={16} aria-hidden />
                  {m.links_create_open()}
                </Button>
                <p className="text-sm text-muted">{m.sharing_pick()}</p>
              </>
            )}
            {!nobody && canLink && (
              <div className="-ms-2.5 flex flex-wrap items-center">
                {link && (
                  <Button variant="ghost" size="sm" onClick={() => open('form', { about: link })}>
                    <Pencil size={15} aria-hidden />
                    {m.links_edit()}
                  </Button>
                )}
                <Button variant="ghost" size="sm" onClick={create}>
                  <Plus size={15} aria-hidden />
                  {m.links_create_open()}
                </Button>
                {own && clip && (
                  <Button variant="ghost" size="sm" onClick={() => seal(clip)}>
                    <LockKeyhole size={15} aria-hidden />
                    {m.links_seal()}
                  </Button>
                )}
                {!link && <p className="px-2.5 text-sm text-muted">{m.sharing_create_hint()}</p>}
              </div>
            )}
          </div>
        </div>
        {url !== null && (
          <CodeFigure link={url} caption={m.clips_share_scan()} className="max-md:order-2" />
        )}
        {nobody && (
          <div className="flex flex-col items-center justify-center gap-3 rounded-card bg-sunken p-5 max-md:order-2 md:size-58">
            <IconTile icon={Lock} large />
            <p className="text-center text-base font-semibold text-balance text-ink">
              {m.clips_share_nobody()}
            </p>
          </div>
        )}
      </div>
      {others.length > 0 && (
        <ul ref={list} aria-label={m.links_title()} className="-mx-5 mt-5 -mb-5 md:-mx-6">
          {others.map((other) => (
            <OtherLink key={other.id} link={other} asked={asked} onRevoke={revoke} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

type Sharing = ReturnType<typeof useClipSharing>;

/** How long what stands in the field works. */
function Truth({ link }: { link: Link | null }) {
  const Icon = link ? Clock : Endless;
  return (
    <output className="flex gap-2 text-sm text-accent">
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span>{link ? truthOf(link) : m.sharing_until_closed()}</span>
    </output>
  );
}

/** Beside a link, whether it can be passed by. */
function AddressLine({ open: isOpen, sharing }: { open: boolean; sharing: Sharing }) {
  const Icon = isOpen ? LockOpen : Lock;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <Icon size={15} aria-hidden className="shrink-0" />
      <span>{isOpen ? m.sharing_address_open() : m.sharing_address_closed()}</span>
      <button
        type="button"
        onClick={() => sharing.setAddress(!isOpen)}
        className="rounded-chip font-medium text-ink underline underline-offset-4 touch:min-h-11"
      >
        {isOpen
          ? m.links_address_close()
          : sharing.closedHere
            ? m.sharing_keep_open()
            : m.links_address_open()}
      </button>
    </p>
  );
}
