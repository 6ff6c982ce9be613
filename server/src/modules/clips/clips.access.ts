import { type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import { allowedBy, type PlanName } from '@clipline/contract/plans.ts';
import { planTitle } from '../../platform/http/require-plan.ts';

/** What the decision needs to know of a clip. */
export interface ClipStanding {
  readonly user_id: string;
  readonly saved_at: number | null;
  readonly deleted_at: number | null;
  /** While there are any it is its owner's alone. */
  readonly awaited_files: number;
  readonly address_open: number;
  /** It was opened for the last time, and is closed to all others. */
  readonly burns_at: number | null;
}

/** What somebody may do who opened a clip by a link: the grant is good, and of this clip. */
export interface ClipGrant {
  readonly linkId: string;
  readonly access: 'read' | 'edit';
  readonly label: string | null;
  /** What file links rest on while the grant is good. */
  readonly reader: string;
  readonly endsAt: number;
}

/** Who wants something of a clip: a person, the holder of a grant, or both. */
export interface Viewer {
  readonly id: string | null;
  readonly grant: ClipGrant | null;
}

/** 'edit' saves text and adds files; 'manage' is whatever only the owner does. */
export type ClipAction = 'read' | 'edit' | 'manage' | 'restore' | 'seeVersions';

/** Whether anyone with its address may read it, once it is saved and complete. */
export const isAddressOpen = (clip: Pick<ClipStanding, 'address_open' | 'burns_at'>): boolean =>
  clip.address_open === 1 && clip.burns_at === null;

const refusalToHolder = (grant: ClipGrant, action: ClipAction): ErrorCode | undefined => {
  if (action === 'read') return undefined;
  if (action === 'edit') return grant.access === 'edit' ? undefined : 'LINK_READ_ONLY';
  return 'NOT_WITH_LINK';
};

/**
 * Whether someone may do something with a clip: undefined when they may, otherwise the failure that
 * tells no more than they may know.
 */
export function refusal(
  clip: ClipStanding | undefined,
  viewer: Viewer,
  action: ClipAction,
): ErrorCode | undefined {
  if (!clip) return 'CLIP_NOT_FOUND';
  const isOwner = clip.user_id === viewer.id;
  if (action === 'restore') return isOwner ? undefined : 'CLIP_NOT_FOUND';
  if (clip.deleted_at !== null) return 'CLIP_NOT_FOUND';
  if (isOwner) return undefined;
  if (clip.saved_at === null || clip.awaited_files > 0) return 'CLIP_NOT_FOUND';
  if (action === 'seeVersions') return 'CLIP_NOT_FOUND';
  if (viewer.grant) return refusalToHolder(viewer.grant, action);
  if (!isAddressOpen(clip)) return 'CLIP_NOT_FOUND';
  return action === 'read' ? undefined : 'NOT_CLIP_OWNER';
}

/** The clip, if they may. */
export function authorise<C extends ClipStanding>(
  clip: C | undefined,
  viewer: Viewer,
  action: ClipAction,
): C {
  const code = refusal(clip, viewer, action);
  if (code !== undefined || clip === undefined) throw new ProductError(code ?? 'CLIP_NOT_FOUND');
  return clip;
}

/** Somebody without a grant. */
export const person = (id: string | null): Viewer => ({ id, grant: null });

/** The failure that the plan of a clip's owner brings to somebody who may read it otherwise. */
export const sharingRefusal = (
  clip: ClipStanding,
  viewerId: string | null,
  ownerPlan: PlanName | null,
): ErrorCode | undefined =>
  clip.user_id === viewerId || allowedBy(ownerPlan).sharing ? undefined : 'OWNER_CANNOT_SHARE';

type PlanOfOwner = (ownerId: string) => Promise<PlanName | null>;

/** Throws OWNER_CANNOT_SHARE to others where the plan of the clip's owner does not let them. */
export async function checkSharing(
  clip: ClipStanding,
  planOfOwner: PlanOfOwner,
  viewerId: string | null = null,
): Promise<void> {
  if (clip.user_id === viewerId) return;
  const plan = await planOfOwner(clip.user_id);
  const code = sharingRefusal(clip, viewerId, plan);
  if (code !== undefined) throw new ProductError(code, { plan: planTitle(plan) });
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

/** The failure that the plan of a clip's owner brings to a holder who may edit it otherwise. */
export async function checkOwnersPlan(clip: ClipStanding, planOfOwner: PlanOfOwner): Promise<void> {
  if (!allowedBy(await planOfOwner(clip.user_id)).changes)
    throw new ProductError('OWNER_PLAN_ENDED');
}
