import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import { removeAllEnded } from '../texts/versions.queries.ts';
import { removeText } from '../texts/search.queries.ts';

export const listMemberships = async (db: Db, userId: string) =>
  db.selectFrom('room_members').select(['room_id', 'role']).where('user_id', '=', userId).execute();

export async function removeClips(tx: Tx, clipIds: string[]): Promise<void> {
  if (clipIds.length === 1) await removeAllEnded(tx, 'clip_versions', clipIds);
  const removed = await tx
    .deleteFrom('clips')
    .where('id', 'in', clipIds)
    .returning(['id', 'user_id', 'created_at'])
    .execute();
  for (const { id, user_id, created_at } of removed)
    await removeText(tx, { holderId: user_id, createdAt: created_at, thingId: id });
}

/** What a user wrote in rooms and is in the trash. */
export const listDeletedContentOf = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('room_content')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .limit(limit)
    .execute();

/** Its items go with it. */
export const removeDesktop = (tx: Tx, desktopId: string) =>
  tx.deleteFrom('desktops').where('id', '=', desktopId).execute();

/** Whether something was begun since the parts were removed. */
export async function hasBelongings(tx: Tx, userId: string): Promise<boolean> {
  const rows = [
    await tx
      .selectFrom('room_members')
      .select('room_id')
      .where('user_id', '=', userId)
      .limit(1)
      .execute(),
    await tx.selectFrom('clips').select('id').where('user_id', '=', userId).limit(1).execute(),
    await tx.selectFrom('desktops').select('id').where('user_id', '=', userId).limit(1).execute(),
  ];
  return rows.some((found) => found.length > 0);
}

/**
 * Whether rooms still refer to a user: as author, in their log, or as owner of one that was
 * deleted.
 */
export async function isRemembered(tx: Tx, userId: string): Promise<boolean> {
  const rows = [
    await tx.selectFrom('rooms').select('id').where('owner_id', '=', userId).limit(1).execute(),
    await tx
      .selectFrom('room_content')
      .select('id')
      .where('user_id', '=', userId)
      .limit(1)
      .execute(),
    await tx
      .selectFrom('room_activity')
      .select('id')
      .where('user_id', '=', userId)
      .limit(1)
      .execute(),
  ];
  return rows.some((found) => found.length > 0);
}

const detailsOf = (address: string) => JSON.stringify({ memberEmail: address });

/** As its index has them, which the engines use only where they see the very same. */
const namesAddress = sql<boolean>`type in ('member_added', 'member_removed')`;

/** What rooms of others keep names this person no more. */
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

export const removeUser = (tx: Tx, userId: string) =>
  tx.deleteFrom('users').where('id', '=', userId).execute();

/**
 * What refers to a user refers to a placeholder from here on, which tells nothing of them: whatever
 * is still on its way for the one who goes finds no owner.
 */
export async function replaceByPlaceholder(
  tx: Tx,
  userId: string,
  placeholder: Insertable<Schema['users']>,
): Promise<void> {
  await tx.insertInto('users').values(placeholder).execute();
  await tx
    .updateTable('rooms')
    .set({ owner_id: placeholder.id })
    .where('owner_id', '=', userId)
    .execute();
  for (const table of ['room_content', 'room_activity'] as const)
    await tx
      .updateTable(table)
      .set({ user_id: placeholder.id })
      .where('user_id', '=', userId)
      .execute();
}

export const removeRegistrations = (tx: Tx, email: string) =>
  tx.deleteFrom('registrations').where('email', '=', email).execute();
