import { ProductError } from '@clipline/contract/errors.ts';
import type { PlanName } from '@clipline/contract/plans.ts';
import type { Tx } from '../core/db/database.ts';
import { planTitle } from '../auth/plans.ts';
import {
  type ClipAction,
  type ClipStanding,
  editingRefusalOf,
  refusalOf,
  sharingRefusalOf,
  type Viewer,
} from './clips.access.ts';
import { type AskingCall, askingOf, type LinksToClips, writerOf } from './viewers.ts';

/** The clip; throws what refuses the viewer. */
export function authorise<C extends ClipStanding>(
  clip: C | undefined,
  viewer: Viewer,
  action: ClipAction,
): C {
  const code = refusalOf(clip, viewer, action);
  if (code !== null || clip === undefined) throw new ProductError(code ?? 'CLIP_NOT_FOUND');
  return clip;
}

/**
 * The clip of a call that only its owner may make: what others bring is looked at for its refusal.
 */
export async function findManaged<C extends ClipStanding>(
  links: LinksToClips,
  tx: Tx,
  call: AskingCall & { readonly params: { readonly id: string } },
  find: (tx: Tx, id: string) => Promise<C | undefined>,
): Promise<C> {
  const { id } = call.params;
  const clip = await find(tx, id);
  return authorise(clip, await writerOf(links, tx, askingOf(call), id), 'manage');
}

type PlanOfOwner = (ownerId: string) => Promise<PlanName | null>;

/** Throws OWNER_CANNOT_SHARE to others where the plan of the clip's owner does not let them. */
export async function checkSharing(
  clip: ClipStanding,
  planOfOwner: PlanOfOwner,
  viewerId: string | null = null,
): Promise<void> {
  if (clip.user_id === viewerId) return;
  const plan = await planOfOwner(clip.user_id);
  const code = sharingRefusalOf(clip, viewerId, plan);
  if (code !== null) throw new ProductError(code, { plan: planTitle(plan) });
}

/** The clip, if they may read it and its owner may share it. */
export async function authoriseReading<C extends ClipStanding>(
  clip: C | undefined,
  viewer: Viewer,
  planOfOwner: PlanOfOwner,
): Promise<C> {
  const found = authorise(clip, viewer, 'read');
  await checkSharing(found, planOfOwner, viewer.id);
  return found;
}

/** Throws to a holder who may edit otherwise where the plan of the clip's owner has no links. */
export async function checkOwnersPlan(clip: ClipStanding, planOfOwner: PlanOfOwner): Promise<void> {
  const code = editingRefusalOf(await planOfOwner(clip.user_id));
  if (code !== null) throw new ProductError(code);
}
