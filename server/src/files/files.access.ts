import type { ErrorCode } from '@clipline/contract/errors.ts';
import { allowedBy, type PlanName } from '@clipline/contract/plans.ts';

/** Who lets others have a file. */
export interface Sharer {
  readonly id: string;
  readonly plan: PlanName | null;
}

/** The failure that a sharer's plan brings to who opens a link of theirs; null when they may. */
export const openingRefusalOf = (sharer: Sharer, openerId: string | null): ErrorCode | null =>
  allowedBy(sharer.plan).sharing || sharer.id === openerId ? null : 'OWNER_CANNOT_SHARE';
