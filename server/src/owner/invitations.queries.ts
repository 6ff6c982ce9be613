import type { Invitation } from '@clipline/contract/schemas/owner.ts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { type Db, type Tx, countOf } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import type { InvitationTable } from './owner.tables.ts';

export type InvitationRow = InvitationTable;

export const insertInvitation = (tx: Tx, invitation: InvitationRow) =>
  tx.insertInto('invitations').values(invitation).execute();

export const findInvitation = (db: Db, id: string) =>
  db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst();

export const findInvitationByToken = (db: Db, tokenHash: string) =>
  db.selectFrom('invitations').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

/** The decision of `stateOf` as a condition. */
function isIn(
  eb: ExpressionBuilder<Schema, 'invitations'>,
  state: Invitation['state'],
  now: number,
): Expression<SqlBool> {
  const isUsed = eb('used_at', 'is not', null);
  const isRevoked = eb.or([eb('revoked_at', 'is not', null), eb('created_by', 'is', null)]);
  const isExpired = eb('expires_at', '<=', now);
  const conditions: Record<Invitation['state'], Expression<SqlBool>> = {
    used: isUsed,
    revoked: eb.and([eb.not(isUsed), isRevoked]),
    expired: eb.and([eb.not(isUsed), eb.not(isRevoked), isExpired]),
    open: eb.and([eb.not(isUsed), eb.not(isRevoked), eb.not(isExpired)]),
  };
  return conditions[state];
}

/** To this very address, the latest. */
export const findOpenInvitationTo = (db: Db, email: string, now: number) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .where((eb) => isIn(eb, 'open', now))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface InvitationFilter {
  readonly state: Invitation['state'] | undefined;
  readonly now: number;
}

const filtered = (db: Db, { state, now }: InvitationFilter) =>
  db
    .selectFrom('invitations')
    .$if(state !== undefined, (q) => q.where((eb) => isIn(eb, state ?? 'open', now)));

export const listInvitations = (
  db: Db,
  filter: InvitationFilter,
  slice: { readonly limit: number; readonly offset: number },
): Promise<InvitationRow[]> =>
  filtered(db, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();

export const countInvitations = (db: Db, filter: InvitationFilter): Promise<number> =>
  countOf(filtered(db, filter));

/** Who came with invitations, by their addresses: an account, else a sign-up that waits. */
export async function listInvited(db: Db, emails: readonly string[]) {
  if (emails.length === 0) return [];
  const signedUp = await db
    .selectFrom('registrations')
    .select(['id', 'name', 'email'])
    .where('email', 'in', emails)
    .where('confirmed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', 'in', emails)
    .execute();
  return [...signedUp, ...users];
}

export const spendInvitation = (tx: Tx, id: string, email: string, now: number) =>
  tx
    .updateTable('invitations')
    .set({ used_email: email, used_at: now })
    .where('id', '=', id)
    .execute();

/** Ends what is not used yet: one, or all that an admin made. */
export const revokeInvitations = (
  tx: Tx,
  which: { readonly id: string } | { readonly createdBy: string },
  now: number,
) =>
  tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where(
      'id' in which ? sql.ref<string>('id') : sql.ref<string>('created_by'),
      '=',
      'id' in which ? which.id : which.createdBy,
    )
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();

/** A person who goes takes their address along. */
export const forgetInvited = (tx: Tx, email: string) =>
  tx.updateTable('invitations').set({ used_email: null }).where('used_email', '=', email).execute();

export const removeOldInvitations = (db: Db, endedBefore: number) =>
  db
    .deleteFrom('invitations')
    .where(({ eb, or, and }) =>
      or([
        eb('used_at', '<', endedBefore),
        eb('revoked_at', '<', endedBefore),
        and([eb('used_at', 'is', null), eb('expires_at', '<', endedBefore)]),
      ]),
    )
    .execute();
