import type { AdminAction } from '@clipline/contract/schemas/owner.ts';
import type { Insertable } from 'kysely';
import { type Db, type Tx, isAny } from '../core/db/database.ts';
import { preparedOne } from '../core/db/prepared.ts';
import { idsOf, newId } from '../core/ids.ts';
import type { IdentityTable, OneTimeCodeTable, SettingTable } from './owner.tables.ts';

export const findSetting = preparedOne((db, name: SettingTable['name']) =>
  db.selectFrom('settings').select('value').where('name', '=', name),
);

export const saveSetting = (db: Db, name: SettingTable['name'], value: string) =>
  db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

export const removeSetting = (tx: Tx, name: SettingTable['name']) =>
  tx.deleteFrom('settings').where('name', '=', name).execute();

/** One who can sign in; with `besides`, another one. */
export const findAdmin = preparedOne((db, besides: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('disabled_at', 'is', null)
    .where('is_confirmed', '=', 1)
    .where('id', '!=', besides)
    .limit(1),
);

export const hasAdmin = async (db: Db): Promise<boolean> => (await findAdmin(db, '')) !== undefined;

export const insertCode = (db: Db, code: Insertable<OneTimeCodeTable>) =>
  db.insertInto('one_time_codes').values(code).execute();

export const findCode = (db: Db, kind: OneTimeCodeTable['kind'], codeHash: string, now: number) =>
  db
    .selectFrom('one_time_codes')
    .select('about')
    .where('code_hash', '=', codeHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Of many at once one gets it; one of a browser only that browser. */
export const takeCode = (
  db: Db,
  kind: OneTimeCodeTable['kind'],
  codeHash: string,
  now: number,
  browserHash: string | null = null,
) =>
  db
    .deleteFrom('one_time_codes')
    .where('code_hash', '=', codeHash)
    .where('kind', '=', kind)
    .where('browser_hash', browserHash === null ? 'is' : '=', browserHash)
    .where('expires_at', '>', now)
    .returning('about')
    .executeTakeFirst();

/** Of those that one browser has the newest stay. */
export const keepNewestCodes = (
  db: Db,
  kind: OneTimeCodeTable['kind'],
  browserHash: string,
  kept: number,
) =>
  db
    .deleteFrom('one_time_codes')
    .where('kind', '=', kind)
    .where('browser_hash', '=', browserHash)
    .where('code_hash', 'not in', (eb) =>
      eb
        .selectFrom('one_time_codes')
        .select('code_hash')
        .where('kind', '=', kind)
        .where('browser_hash', '=', browserHash)
        .orderBy('expires_at', 'desc')
        .limit(kept),
    )
    .execute();

/** The links that were printed, by whatever node. */
export const removeSetups = (tx: Tx) =>
  tx.deleteFrom('one_time_codes').where('kind', '=', 'setup').execute();

export const removeOldCodes = (db: Db, now: number) =>
  db.deleteFrom('one_time_codes').where('expires_at', '<=', now).execute();

export const findUserBySub = (db: Db, issuer: string, sub: string) =>
  db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('issuer', '=', issuer)
    .where('sub', '=', sub)
    .executeTakeFirst();

export const isJoined = (db: Db, issuer: string, userId: string): Promise<boolean> =>
  isAny(
    db
      .selectFrom('identities')
      .select('sub')
      .where('issuer', '=', issuer)
      .where('user_id', '=', userId),
  );

export const insertIdentity = (tx: Tx, identity: IdentityTable) =>
  tx.insertInto('identities').values(identity).execute();

export interface LogEntry {
  /** Null for the command line. */
  readonly admin: { readonly id: string; readonly name: string } | null;
  readonly action: AdminAction;
  readonly target: string;
}

/** Keeps the newest `kept` of all. */
export async function insertLogEntry(
  tx: Tx,
  { admin, action, target }: LogEntry,
  kept: number,
  now = Date.now(),
): Promise<void> {
  await tx
    .insertInto('admin_log')
    .values({
      id: newId(),
      at: now,
      // Whoever does something long may be deleted meanwhile.
      admin_id: (eb) =>
        eb
          .selectFrom('users')
          .select('id')
          .where('id', '=', admin?.id ?? ''),
      admin_name: admin?.name ?? null,
      action,
      target,
    })
    .execute();
  const old = await tx
    .selectFrom('admin_log')
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(100)
    .execute();
  if (old.length > 0) await tx.deleteFrom('admin_log').where('id', 'in', idsOf(old)).execute();
}

/** After the entry `before`, where it is given. */
export async function listLog(db: Db, before: string | undefined, limit: number) {
  const last =
    before === undefined
      ? undefined
      : await db
          .selectFrom('admin_log')
          .select(['at', 'id'])
          .where('id', '=', before)
          .executeTakeFirst();
  if (before !== undefined && !last) return [];
  return db
    .selectFrom('admin_log as entry')
    .leftJoin('users as admin', 'admin.id', 'entry.admin_id')
    .select(['entry.id', 'entry.at', 'entry.action', 'entry.target', 'entry.admin_id'])
    .select((eb) => eb.fn.coalesce('admin.name', 'entry.admin_name').as('admin_name'))
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('entry.at', 'entry.id'), '<', tuple(last?.at ?? 0, last?.id ?? '')),
      ),
    )
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
}
