import { ProductError } from '@clipline/contract/errors.ts';
import type { Db } from '../core/db/database.ts';
import { type PlanOf, planTitle } from '../auth/plans.ts';
import {
  type Claims,
  type DesktopCapability,
  type DesktopRole,
  planRefusalOf,
  refusalOf,
  roleIn,
} from './desktop.access.ts';
import {
  type DesktopRow,
  findDesktop,
  findDesktopByNetwork,
  findDesktopByShareToken,
  findDesktopOfBrowser,
  findDesktopOfUser,
} from './desktops.queries.ts';

/** A desktop and how the one who asked stands to it. */
export type MyDesktop = DesktopRow & { readonly as: DesktopRole };

/**
 * Signed in, the browser's desktop does not count: it is adopted, or waits for the user to sign
 * out.
 */
export const findOwnDesktop = async (
  db: Db,
  { userId, browserHash }: Omit<Claims, 'shareToken'>,
): Promise<DesktopRow | undefined> => {
  if (userId !== null) return findDesktopOfUser(db, userId);
  return browserHash === null ? undefined : findDesktopOfBrowser(db, browserHash);
};

/** Where it is looked, and who tells what plan the owner of a desktop is on. */
interface Looking {
  readonly db: Db;
  readonly planOf: PlanOf;
}

/** Throws what the plan of a desktop's owner refuses; a signed-out visitor is on none. */
async function requireOwnersPlan(
  { db, planOf }: Looking,
  ownerId: string | null,
  role: DesktopRole,
  capability: DesktopCapability,
) {
  if (ownerId === null) return;
  const plan = await planOf(db, ownerId);
  const refusal = planRefusalOf(role, capability, plan);
  if (refusal !== null) throw new ProductError(refusal, { plan: planTitle(plan) });
}

async function authorise(
  looking: Looking,
  desktop: DesktopRow | undefined,
  claims: Claims,
  capability: DesktopCapability,
): Promise<MyDesktop> {
  const role = desktop ? roleIn(desktop, claims) : null;
  const refusal = refusalOf(role, capability);
  if (refusal !== null) throw new ProductError(refusal);
  const mine = { ...(desktop as DesktopRow), as: role as DesktopRole };
  await requireOwnersPlan(looking, mine.user_id, mine.as, capability);
  return mine;
}

/**
 * The desktop a call means: that of its share token, else one's own; undefined when there is none
 * yet. Throws what refuses the caller.
 */
export async function findDesktopFor(
  looking: Looking,
  claims: Claims,
  capability: DesktopCapability,
): Promise<MyDesktop | undefined> {
  const { db } = looking;
  if (claims.shareToken !== null)
    return authorise(
      looking,
      await findDesktopByShareToken(db, claims.shareToken),
      claims,
      capability,
    );
  const own = await findOwnDesktop(db, claims);
  if (own) return authorise(looking, own, claims, capability);
  await requireOwnersPlan(looking, claims.userId, 'owner', capability);
  return undefined;
}

export async function requireDesktop(
  looking: Looking,
  claims: Claims,
  capability: DesktopCapability,
): Promise<MyDesktop> {
  const desktop = await findDesktopFor(looking, claims, capability);
  if (!desktop) throw new ProductError('DESKTOP_NOT_FOUND');
  return desktop;
}

/** Whether the plan of its owner lets others see a desktop. */
export async function isShareable({ db, planOf }: Looking, desktopId: string): Promise<boolean> {
  const desktop = await findDesktop(db, desktopId);
  if (!desktop || desktop.user_id === null) return desktop !== undefined;
  return planRefusalOf('holder', 'read', await planOf(db, desktop.user_id)) === null;
}

/** The desktop of a realtime channel. */
export const requireNetwork = async (
  looking: Looking,
  networkId: string,
  claims: Claims,
): Promise<MyDesktop> =>
  authorise(looking, await findDesktopByNetwork(looking.db, networkId), claims, 'read');
