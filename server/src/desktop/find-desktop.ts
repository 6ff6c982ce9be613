import { ProductError } from '@clipline/contract/errors.ts';
import { planTitle } from '../auth/plans.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import {
  type Claims,
  type DesktopCapability,
  type DesktopRole,
  planRefusalOf,
  refusalOf,
  roleIn,
} from './desktop.access.ts';
import * as queries from './desktop.queries.ts';
import type { DesktopRow } from './desktop.queries.ts';

export type MyDesktop = DesktopRow & { readonly as: DesktopRole };

/** Signed in, the browser's desktop does not count: it is adopted, or waits. */
export const findOwnDesktop = async (
  db: Db,
  { userId, browserHash }: Omit<Claims, 'shareToken'>,
): Promise<DesktopRow | undefined> => {
  if (userId !== null) return queries.findDesktopOfUser(db, userId);
  return browserHash === null ? undefined : queries.findDesktopOfBrowser(db, browserHash);
};

/** A signed-out visitor is on no plan. */
async function requireOwnersPlan(
  app: App,
  db: Db,
  ownerId: string | null,
  role: DesktopRole,
  capability: DesktopCapability,
) {
  if (ownerId === null) return;
  const plan = await app.planOf(db, ownerId);
  const refusal = planRefusalOf(role, capability, plan);
  if (refusal !== null) throw new ProductError(refusal, { plan: planTitle(plan) });
}

async function authorise(
  app: App,
  db: Db,
  desktop: DesktopRow | undefined,
  claims: Claims,
  capability: DesktopCapability,
): Promise<MyDesktop> {
  const role = desktop ? roleIn(desktop, claims) : null;
  const refusal = refusalOf(role, capability);
  if (refusal !== null) throw new ProductError(refusal);
  const mine = { ...(desktop as DesktopRow), as: role as DesktopRole };
  await requireOwnersPlan(app, db, mine.user_id, mine.as, capability);
  return mine;
}

export const findDesktopOf = async (db: Db, claims: Claims): Promise<DesktopRow | undefined> =>
  claims.shareToken === null
    ? findOwnDesktop(db, claims)
    : queries.findDesktopByShareToken(db, claims.shareToken);

export async function findDesktopFor(
  app: App,
  db: Db,
  claims: Claims,
  capability: DesktopCapability,
): Promise<MyDesktop | undefined> {
  const desktop = await findDesktopOf(db, claims);
  if (desktop || claims.shareToken !== null) return authorise(app, db, desktop, claims, capability);
  await requireOwnersPlan(app, db, claims.userId, 'owner', capability);
  return undefined;
}

export async function requireDesktop(
  app: App,
  db: Db,
  claims: Claims,
  capability: DesktopCapability,
): Promise<MyDesktop> {
  const desktop = await findDesktopFor(app, db, claims, capability);
  if (!desktop) throw new ProductError('DESKTOP_NOT_FOUND');
  return desktop;
}

export const requireNetwork = async (
  app: App,
  networkId: string,
  claims: Claims,
): Promise<MyDesktop> =>
  authorise(app, app.db, await queries.findDesktopByNetwork(app.db, networkId), claims, 'read');

export async function isShareable({ db, planOf }: App, desktopId: string): Promise<boolean> {
  const desktop = await queries.findDesktop(db, desktopId);
  if (!desktop || desktop.user_id === null) return desktop !== undefined;
  return planRefusalOf('holder', 'read', await planOf(db, desktop.user_id)) === null;
}
