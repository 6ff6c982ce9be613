import type { Db, Tx } from '../../database/database.ts';

export const findMemberships = async (db: Db, userId: string) =>
  db.selectFrom('room_members').select(['room_id', 'role']).where('user_id', '=', userId).execute();

/** Also drafts and what was deleted a moment ago. */
export const findClipIds = async (db: Db, userId: string, limit: number): Promise<string[]> => {
  const clips = await db
    .selectFrom('clips')
    .select('id')
    .where('user_id', '=', userId)
    .limit(limit)
    .execute();
  return clips.map(({ id }) => id);
};

export async function removeClips(tx: Tx, clipIds: string[]): Promise<void> {
  await tx.deleteFrom('clip_search').where('clip_id', 'in', clipIds).execute();
  await tx.deleteFrom('clips').where('id', 'in', clipIds).execute();
}

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
 * Whether rooms still refer to somebody: as author, in their log, or as owner of one that was
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

/**
 * What rooms of others keep is nobody's from here on. Looks through every room: nobody deletes
 * their account often.
 */
export async function removeAddress(tx: Tx, email: string, replacement: string): Promise<void> {
  await tx
    .updateTable('room_content')
    .set({ author_email: replacement })
    .where('author_email', '=', email)
    .execute();
  await tx
    .updateTable('room_authors')
    .set({ email: replacement })
    .where('email', '=', email)
    .execute();
  const details = (address: string) => JSON.stringify({ memberEmail: address });
  await tx
    .updateTable('room_activity')
    .set({ details: details(replacement) })
    .where('details', '=', details(email))
    .execute();
}

export const removeUser = (tx: Tx, userId: string) =>
  tx.deleteFrom('users').where('id', '=', userId).execute();

/** Leaves a row that tells nothing of anybody, for what refers to it. */
export async function makeNobody(
  tx: Tx,
  userId: string,
  nobody: { email: string; name: string; password_hash: string; disabled_at: number },
): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('imports').where('user_id', '=', userId).execute();
  await tx.deleteFrom('clip_counts').where('user_id', '=', userId).execute();
  await tx
    .updateTable('users')
    .set({ ...nobody, created_at: 0, trial_ends_at: 0, address_notice_at: null })
    .where('id', '=', userId)
    .execute();
}

export const removeRegistrations = (tx: Tx, email: string) =>
  tx.deleteFrom('registrations').where('email', '=', email).execute();
