import type { ErrorCode } from '@clipline/contract/errors.ts';
import { allowedBy, type PlanName } from '@clipline/contract/plans.ts';

export interface ClipStanding {
  readonly user_id: string;
  readonly saved_at: number | null;
  readonly deleted_at: number | null;
  readonly awaited_files: number;
  readonly address_open: number;
  readonly burns_at: number | null;
}

/** What a holder may do who opened a clip by a link: the grant is good, and of this clip. */
export interface ClipGrant {
  readonly linkId: string;
  readonly access: 'read' | 'edit';
  readonly label: string | null;
  readonly reader: string;
  readonly endsAt: number;
}

export interface Viewer {
  readonly id: string | null;
  readonly grant: ClipGrant | null;
}

export const person = (id: string | null): Viewer => ({ id, grant: null });

/** 'edit' saves text and adds files; 'manage' is whatever only the owner does. */
export type ClipAction = 'read' | 'edit' | 'manage' | 'restore' | 'deleteForGood' | 'seeVersions';

/** Whether anyone with its address may read it, once it is saved and complete. */
export const isAddressOpen = (clip: Pick<ClipStanding, 'address_open' | 'burns_at'>): boolean =>
  clip.address_open === 1 && clip.burns_at === null;

/** Saved, with all of its files, and not deleted: what others may read, if they may. */
export const isThere = (
  clip: Pick<ClipStanding, 'deleted_at' | 'saved_at' | 'awaited_files'>,
): boolean => clip.deleted_at === null && clip.saved_at !== null && clip.awaited_files === 0;

const refusalToHolder = (grant: ClipGrant, action: ClipAction): ErrorCode | null => {
  if (action === 'read') return null;
  if (action === 'edit') return grant.access === 'edit' ? null : 'LINK_READ_ONLY';
  return 'NOT_WITH_LINK';
};

/** The failure that a viewer meets, which tells no more than they may know; null when they may. */
export function refusalOf(
  clip: ClipStanding | undefined,
  viewer: Viewer,
  action: ClipAction,
): ErrorCode | null {
  if (!clip) return 'CLIP_NOT_FOUND';
  const isOwner = clip.user_id === viewer.id;
  if (action === 'restore') return isOwner ? null : 'CLIP_NOT_FOUND';
  if (isOwner && action === 'deleteForGood') return null;
  if (clip.deleted_at !== null) return 'CLIP_NOT_FOUND';
  if (isOwner) return null;
  if (!isThere(clip) || action === 'seeVersions') return 'CLIP_NOT_FOUND';
  if (viewer.grant) return refusalToHolder(viewer.grant, action);
  if (!isAddressOpen(clip)) return 'CLIP_NOT_FOUND';
  return action === 'read' ? null : 'NOT_CLIP_OWNER';
}

/**
 * The failure that the plan of a clip's owner brings to another viewer, who may read or edit it
 * otherwise: links that change something are of the plans that have links.
 */
export function planRefusalOf(
  action: 'read' | 'edit',
  ownerPlan: PlanName | null,
): ErrorCode | null {
  const { sharing, links } = allowedBy(ownerPlan);
  if (action === 'read') return sharing ? null : 'OWNER_CANNOT_SHARE';
  return links ? null : 'OWNER_PLAN_ENDED';
}
