import type { AdminUser, Invitation } from '@clipline/contract/schemas/owner.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { keyedId } from '../core/ids.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { currentPlan, sellsPlans } from '../auth/plans.ts';
import { type InvitationRow, listInvited } from './invitations.queries.ts';
import type { PersonRow } from './people.queries.ts';

/** 128 bits: an admin can copy it again, and who reads the store cannot. */
export const invitationToken = (secret: string, id: string): string =>
  keyedId(secret, 'invitation', id);

export const invitationUrl = (
  { APP_SECRET }: Pick<App['config'], 'APP_SECRET'>,
  origin: string,
  id: string,
): string => `${origin}/auth?mode=register#invitation=${invitationToken(APP_SECRET, id)}`;

export async function presentInvitations(
  { config }: Pick<App, 'config'>,
  db: Db,
  rows: readonly InvitationRow[],
  origin: string,
  now = Date.now(),
): Promise<Invitation[]> {
  const invited = await listInvited(
    db,
    rows.flatMap(({ used_email: email, was_known: known }) => (known === 0 && email) || []),
    now,
  );
  const byEmail = new Map(invited.map((each) => [each.email, each]));
  return rows.map((row) => ({
    id: row.id,
    url: row.state === 'open' ? invitationUrl(config, origin, row.id) : null,
    email: row.email,
    note: row.note,
    createdAt: isoTime(row.created_at),
    expiresAt: isoTime(row.expires_at),
    state: row.state,
    usedBy: (row.was_known === 0 && byEmail.get(row.used_email ?? '')) || null,
  }));
}

export const presentPerson = ({ config }: Pick<App, 'config'>, row: PersonRow): AdminUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  createdAt: isoTime(row.created_at),
  lastSeenAt: isoOrNull(row.last_seen_at),
  state: row.state,
  isAdmin: row.is_admin === 1,
  plan: currentPlan(row, sellsPlans(config), Date.now()).plan,
  clips: row.clips,
  bytes: row.bytes,
  storageMb: row.storage_mb,
  twoStep: row.two_step === 1,
});
