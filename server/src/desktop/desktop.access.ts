import type { ErrorCode } from '@clipline/contract/errors.ts';
import { allowedBy, type PlanName } from '@clipline/contract/plans.ts';

export type DesktopRole = 'owner' | 'holder';

const holder = ['read', 'add', 'delete', 'restore'] as const;
const owner = [...holder, 'arrange', 'renewShareToken'] as const;
export type DesktopCapability = (typeof owner)[number];
const capabilities = { holder, owner } as const satisfies Record<
  DesktopRole,
  readonly DesktopCapability[]
>;

interface Desktop {
  readonly user_id: string | null;
  readonly browser_hash: string | null;
  readonly share_token: string;
}

export interface Claims {
  readonly userId: string | null;
  readonly browserHash: string | null;
  readonly shareToken: string | null;
}

/** How long a pairing stands after its last change, and at most. */
const PAIRED_MS = { idle: 3_600_000, longest: 43_200_000 } as const;

interface Paired {
  readonly paired_at: number | null;
  readonly updated_at: number;
}

/** When it ends unless something on it changes; null for a desktop that is no pairing. */
export const pairedUntil = ({ paired_at: since, updated_at: changed }: Paired): number | null =>
  since === null ? null : Math.min(changed + PAIRED_MS.idle, since + PAIRED_MS.longest);

export const isOver = (desktop: Paired, now = Date.now()): boolean =>
  (pairedUntil(desktop) ?? Infinity) <= now;

/** Null when they may not even know that it exists; its id is no claim. */
export function roleIn(
  desktop: Desktop,
  { userId, browserHash, shareToken }: Claims,
): DesktopRole | null {
  if (desktop.user_id !== null && desktop.user_id === userId) return 'owner';
  if (desktop.browser_hash !== null && desktop.browser_hash === browserHash) return 'owner';
  return desktop.share_token === shareToken ? 'holder' : null;
}

export function refusalOf(
  role: DesktopRole | null,
  capability: DesktopCapability,
): ErrorCode | null {
  if (role === null) return 'DESKTOP_NOT_FOUND';
  return (capabilities[role] as readonly DesktopCapability[]).includes(capability)
    ? null
    : 'NOT_DESKTOP_OWNER';
}

const saving: ReadonlySet<DesktopCapability> = new Set(['add', 'arrange']);

/** A desktop of a signed-out visitor has no owner's plan. */
export function planRefusalOf(
  role: DesktopRole,
  capability: DesktopCapability,
  ownerPlan: PlanName | null | undefined,
): ErrorCode | null {
  if (ownerPlan === undefined) return null;
  const { sharing, changes } = allowedBy(ownerPlan);
  if (role === 'holder' && !sharing) return 'OWNER_CANNOT_SHARE';
  if (changes || !saving.has(capability)) return null;
  return role === 'owner' ? 'PLAN_NEEDED' : 'OWNER_PLAN_ENDED';
}
