import { ProductError } from '@clipline/contract/errors.ts';
import type { Db } from '../../database/database.ts';
import { type Claims, type DesktopCapability, type DesktopRole, refusalOf, roleIn } from './desktop.access.ts';
import {
  type DesktopRow,
  findDesktopByNetwork,
  findDesktopByShareToken,
  findDesktopOfBrowser,
  findDesktopOfUser,
} from './desktops.queries.ts';

/** A desktop and how the one who asked stands to it. */
export type MyDesktop = DesktopRow & { readonly as: DesktopRole };

/** Signed in, the browser's desktop does not count: it is adopted, or waits for the user to sign out. */
export const findOwnDesktop = async (db: Db, { userId, browserHash }: Omit<Claims, 'shareToken'>): Promise<DesktopRow | undefined> => {
  if (userId !== null) return findDesktopOfUser(db, userId);
  return browserHash === null ? undefined : findDesktopOfBrowser(db, browserHash);
};

function authorise(desktop: DesktopRow | undefined, claims: Claims, capability: DesktopCapability): MyDesktop {
  const role = desktop ? roleIn(desktop, claims) : null;
  const refusal = refusalOf(role, capability);
  if (refusal !== null) throw new ProductError(refusal);
  return { ...(desktop as DesktopRow), as: role as DesktopRole };
}

/** The desktop a call means: that of its share token, else one's own; undefined when there is none yet. Throws what refuses the caller. */
export async function findDesktopFor(db: Db, claims: Claims, capability: DesktopCapability): Promise<MyDesktop | undefined> {
  if (claims.shareToken !== null) return authorise(await findDesktopByShareToken(db, claims.shareToken), claims, capability);
  const own = await findOwnDesktop(db, claims);
  return own && authorise(own, claims, capability);
}

export async function requireDesktop(db: Db, claims: Claims, capability: DesktopCapability): Promise<MyDesktop> {
  const desktop = await findDesktopFor(db, claims, capability);
  if (!desktop) throw new ProductError('DESKTOP_NOT_FOUND');
  return desktop;
}

/** The desktop of a realtime channel. */
export const requireNetwork = async (db: Db, networkId: string, claims: Claims): Promise<MyDesktop> =>
  authorise(await findDesktopByNetwork(db, networkId), claims, 'read');
