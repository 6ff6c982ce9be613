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
}

export type ClipAction = 'read' | 'edit' | 'restore' | 'seeVersions';

/**
 * Whether someone may do something with a clip: undefined when they may, otherwise the failure that
 * tells no more than they may know.
 */
export function refusal(
  clip: ClipStanding | undefined,
  viewerId: string | null,
  action: ClipAction,
): ErrorCode | undefined {
  const isOwner = clip !== undefined && clip.user_id === viewerId;
  if (!clip) return 'CLIP_NOT_FOUND';
  if (action === 'restore') return isOwner ? undefined : 'CLIP_NOT_FOUND';
  if (clip.deleted_at !== null) return 'CLIP_NOT_FOUND';
  if (isOwner) return undefined;
  if (clip.saved_at === null || clip.awaited_files > 0) return 'CLIP_NOT_FOUND';
  if (action === 'seeVersions') return 'CLIP_NOT_FOUND';
  return action === 'read' ? undefined : 'NOT_CLIP_OWNER';
}

/** The clip, if they may. */
export function authorise<C extends ClipStanding>(
  clip: C | undefined,
  viewerId: string | null,
  action: ClipAction,
): C {
  const code = refusal(clip, viewerId, action);
  if (code !== undefined || clip === undefined) throw new ProductError(code ?? 'CLIP_NOT_FOUND');
  return clip;
}

/** The failure that the plan of a clip's owner brings to somebody who may read it otherwise. */
export const sharingRefusal = (
  clip: ClipStanding,
  viewerId: string | null,
  ownerPlan: PlanName | null,
): ErrorCode | undefined =>
  clip.user_id === viewerId || allowedBy(ownerPlan).sharing ? undefined : 'OWNER_CANNOT_SHARE';

/** The clip, if they may read it and its owner may share it. */
export async function authoriseReading<C extends ClipStanding>(
  clip: C | undefined,
  viewerId: string | null,
  planOfOwner: (ownerId: string) => Promise<PlanName | null>,
): Promise<C> {
  const found = authorise(clip, viewerId, 'read');
  if (found.user_id === viewerId) return found;
  const plan = await planOfOwner(found.user_id);
  const code = sharingRefusal(found, viewerId, plan);
  if (code !== undefined) throw new ProductError(code, { plan: planTitle(plan) });
  return found;
}
