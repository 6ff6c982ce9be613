import type { Link } from '@clipline/contract/schemas/links.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copyComing } from '../../../lib/copy.ts';
import { m } from '../../../paraglide/messages.js';
import { type Choice, choiceOf } from '../../../sharing/link-limits.ts';
import { useCreateLink, useRevokeLink, useUpdateLink } from '../../../sharing/links.api.ts';
import { reachable } from '../../../sharing/reachable.ts';
import { toast } from '../../../ui/toast.ts';
import { patchClip } from '../clips.api.ts';
import { useAddress } from './clip-address.tsx';

interface Made {
  readonly link: Link;
  readonly choice: Choice;
  /** Lists that were read since have it, or it is over. */
  readonly at: number;
}

/**
 * The one link of a clip that is shown: what was chosen here, else the plain address while it is
 * open, else the newest link that others read by; null where there is none.
 */
export function useClipSharing(
  clipId: string,
  addressOpen: boolean,
  { links, readAt }: { readonly links: readonly Link[]; readonly readAt: number },
) {
  const client = useQueryClient();
  const create = useCreateLink();
  const update = useUpdateLink();
  const revoking = useRevokeLink();
  const address = useAddress(clipId);
  const plain = `${location.origin}/clips/${clipId}`;
  const [made, setMade] = useState<Made>();
  /** The plain address was chosen over what was made. */
  const [isPlain, setIsPlain] = useState(false);
  const [closedHere, setClosedHere] = useState(false);
  const [pending, setPending] = useState<Choice | null>(null);

  const unread = made && made.at > readAt ? made.link : undefined;
  const known = made && (links.find(({ id }) => id === made.link.id) ?? unread);
  const showsPlain = addressOpen && (isPlain || !known);
  // Whoever is shown a link or its code may hand it on: never one that edits.
  const link = showsPlain ? null : (known ?? links.find(({ access }) => access === 'read') ?? null);
  const url = showsPlain ? plain : (link?.url ?? null);
  const chosen = showsPlain ? 'never' : link === known ? (made?.choice ?? null) : choiceOf(link);

  /** Copied within the press, as some browsers ask; what failed has said so itself. */
  const copied = async (work: Promise<string>, choice: Choice) => {
    setPending(choice);
    const copying = copyComing(work.then(reachable));
    try {
      await work;
      if (await copying) toast.success(m.sharing_copied());
    } catch {
      // Told by the call.
    } finally {
      setPending(null);
    }
  };
  const openAddress = async () => {
    if (!addressOpen) await address.mutateAsync(true);
    setIsPlain(true);
    return plain;
  };
  const limit = async (choice: Choice, expiresIn: number) => {
    const at = Date.now();
    const next = known
      ? await update.mutateAsync({ id: known.id, expiresIn })
      : await create.mutateAsync({ clipId, access: 'read', expiresIn, closeAddress: addressOpen });
    setMade({ link: next, choice, at });
    setIsPlain(false);
    if (!known && addressOpen) {
      setClosedHere(true);
      patchClip(client, clipId, (clip) => ({ ...clip, addressOpen: false }));
    }
    return next.url;
  };
  return {
    link,
    url,
    chosen,
    pending,
    closedHere,
    choose: (choice: Choice, expiresIn: number | null) =>
      void copied(expiresIn === null ? openAddress() : limit(choice, expiresIn), choice),
    setAddress(open: boolean) {
      setClosedHere(false);
      address.mutate(open);
    },
    isChangingAddress: address.isPending,
    revoke: ({ id }: Link) =>
      void revoking.mutateAsync(id).then(
        () => setMade((now) => (now?.link.id === id ? undefined : now)),
        () => undefined,
      ),
  };
}
