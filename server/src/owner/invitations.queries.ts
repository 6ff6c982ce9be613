import type { Invitation } from '@clipline/contract/schemas/owner.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { type Db, type Tx, countOf } from '../core/db/database.ts';
import type { InvitationTable } from './owner.tables.ts';

export type InvitationRow = Selectable<InvitationTable> & { readonly state: Invitation['state'] };

const stateAt = (now: number) =>
  sql<Invitation['state']>`case when used_at is not null then 'used'
    when revoked_at is not null or created_by is null then 'revoked'
    when expires_at <= ${now} then 'expired' else 'open' end`;

const withState = (db: Db, now: number) =>
  db.selectFrom('invitations').selectAll().select(stateAt(now).as('state'));

export const insertInvitation = (
  tx: Tx,
  invitation: Insertable<InvitationTable>,
  now: number,
): Promise<InvitationRow> =>
  tx
    .insertInto('invitations')
    .values(invitation)
    .returningAll()
    .returning(stateAt(now).as('state'))
    .executeTakeFirstOrThrow();

export const findInvitation = (db: Db, id: string, now: number) =>
  withState(db, now).where('id', '=', id).executeTakeFirst();

export const findInvitationByToken = (db: Db, tokenHash: string, now: number) =>
  withState(db, now).where('token_hash', '=', tokenHash).executeTakeFirst();

/** To this very address, the latest. */
export const findOpenInvitationTo = (db: Db, email: string, now: number) =>
  withState(db, now)
    .where('email', '=', email)
    .where(stateAt(now), '=', 'open')
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
    .$if(state !== undefined, (q) => q.where(stateAt(now), '=', state ?? 'open'));

export const listInvitations = (
  db: Db,
  filter: InvitationFilter,
  slice: { readonly limit: number; readonly offset: number },
): Promise<InvitationRow[]> =>
  filtered(db, filter)
    .selectAll()
    .select(stateAt(filter.now).as('state'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute();

export const countInvitations = (db: Db, filter: InvitationFilter): Promise<number> =>
  countOf(filtered(db, filter));

/** Who came with invitations, by their addresses: an account, else a sign-up that waits then. */
export async function listInvited(db: Db, emails: readonly string[], now: number) {
  if (emails.length === 0) return [];
  const signedUp = await db
    .selectFrom('registrations')
    .select(['id', 'name', 'email'])
    .where('email', 'in', emails)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
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

export const spendInvitation = (
  tx: Tx,
  id: string,
  { email, wasKnown }: { readonly email: string; readonly wasKnown: boolean },
  now: number,
) =>
  tx
    .updateTable('invitations')
    .set({ used_email: email, was_known: wasKnown ? 1 : 0, used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
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
