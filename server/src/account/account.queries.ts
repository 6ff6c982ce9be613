import { type Insertable, sql } from 'kysely';
import { type Db, isAny, type Tx } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import type { ImportTable } from './account.tables.ts';
import { removeTexts } from '../texts/search.queries.ts';

export const listMemberships = async (db: Db, userId: string) =>
  db.selectFrom('room_members').select(['room_id', 'role']).where('user_id', '=', userId).execute();

export async function removeClips(tx: Tx, clipIds: string[]): Promise<void> {
  const removed = await tx
    .deleteFrom('clips')
    .where('id', 'in', clipIds)
    .returning(['id', 'user_id', 'created_at'])
    .execute();
  const keys = removed.map(({ id, user_id, created_at }) => ({
    holderId: user_id,
    createdAt: created_at,
    thingId: id,
  }));
  await removeTexts(tx, keys);
}

export const listDeletedContentOf = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('room_content')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .limit(limit)
    .execute();

export const removeDesktop = (tx: Tx, desktopId: string) =>
  tx.deleteFrom('desktops').where('id', '=', desktopId).execute();

async function isIn(
  tx: Tx,
  columns: readonly (readonly [table: keyof Schema, column: string])[],
  userId: string,
): Promise<boolean> {
  for (const [table, column] of columns) {
    const rows = await tx
      .selectFrom(table as 'clips')
      .select(sql<number>`1`.as('one'))
      .where(sql.ref(column), '=', userId)
      .limit(1)
      .execute();
    if (rows.length > 0) return true;
  }
  return false;
}

export const hasBelongings = (tx: Tx, userId: string): Promise<boolean> =>
  isIn(
    tx,
    [
      ['room_members', 'user_id'],
      ['clips', 'user_id'],
      ['desktops', 'user_id'],
    ],
    userId,
  );

/** What others still see of a user. */
const REMEMBERED = [
  ['rooms', 'owner_id'],
  ['room_content', 'user_id'],
  ['room_activity', 'user_id'],
] as const;

export const isRemembered = (tx: Tx, userId: string): Promise<boolean> =>
  isIn(tx, REMEMBERED, userId);

const detailsOf = (address: string) => JSON.stringify({ memberEmail: address });

/** As its index has them, which the engines use only where they see the very same. */
const namesAddress = sql<boolean>`type in ('member_added', 'member_removed')`;

export async function removeAddress(
  tx: Tx,
  { id, email }: { readonly id: string; readonly email: string },
  replacement: string,
): Promise<void> {
  await tx
    .updateTable('room_content')
    .set({ author_email: replacement })
    .where('user_id', '=', id)
    .where('author_email', '=', email)
    .execute();
  await tx
    .updateTable('room_activity')
    .set({ details: detailsOf(replacement) })
    .where(namesAddress)
    .where('details', '=', detailsOf(email))
    .execute();
}

/** False when somebody else was quicker. */
export const removeUser = (tx: Tx, userId: string): Promise<boolean> =>
  isAny(tx.deleteFrom('users').where('id', '=', userId));

/** What is still on its way for the one who goes finds no owner. */
export async function replaceByPlaceholder(
  tx: Tx,
  userId: string,
  placeholder: Insertable<Schema['users']>,
): Promise<void> {
  await tx.insertInto('users').values(placeholder).execute();
  for (const [table, column] of REMEMBERED)
    await tx
      .updateTable(table as 'rooms')
      .set({ [column]: placeholder.id })
      .where(sql.ref(column), '=', userId)
      .execute();
}

export const removeRegistrationsOf = (tx: Tx, email: string) =>
  tx.deleteFrom('registrations').where('email', '=', email).execute();

const KINDS = {
  clip: { table: 'clips', owner: 'user_id' },
  room: { table: 'rooms', owner: 'owner_id' },
  'room-item': { table: 'room_content', owner: 'room_id' },
  'desktop-item': { table: 'desktop_items', owner: 'desktop_id' },
} as const;

function listExisting(db: Db, kind: ImportTable['kind'], ids: string[], ownerId: string) {
  const { table, owner } = KINDS[kind];
  return db
    .selectFrom(table as 'clips')
    .select('id')
    .where('id', 'in', ids)
    .where(sql.ref(owner), '=', ownerId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Never gone, or taken over before and not deleted since; with the id here. */
export async function findKnown(
  db: Db,
  userId: string,
  kind: ImportTable['kind'],
  originIds: string[],
  ownerId: string,
): Promise<Map<string, string>> {
  if (originIds.length === 0) return new Map();
  const imported = await db
    .selectFrom('imports')
    .select(['origin_id', 'thing_id'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('origin_id', 'in', originIds)
    .execute();
  const candidates = [...originIds, ...imported.map(({ thing_id }) => thing_id)];
  const found = new Set((await listExisting(db, kind, candidates, ownerId)).map(({ id }) => id));
  const known = new Map(
    imported
      .filter(({ thing_id }) => found.has(thing_id))
      .map(({ origin_id, thing_id }) => [origin_id, thing_id]),
  );
  for (const id of originIds) if (found.has(id)) known.set(id, id);
  return known;
}

export const noteImported = (tx: Tx, imported: ImportTable) =>
  tx
    .insertInto('imports')
    .values(imported)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'origin_id'])
        .doUpdateSet({ thing_id: imported.thing_id }),
    )
    .execute();

/** Lists go by `desktop_version`; the date is what an export tells again. */
export const backdateDesktopItem = (tx: Tx, itemId: string, createdAt: number) =>
  tx.updateTable('desktop_items').set({ created_at: createdAt }).where('id', '=', itemId).execute();
