import type { Db, Tx } from '../core/db/database.ts';

/** Where a user is signed in, what was used last first. */
export const listSessionsOf = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('idle_ends_at', '>', now)
    .where('ends_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();

/** False when it is not one of theirs. */
export const removeSessionOf = async (
  db: Db,
  userId: string,
  sessionId: string,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Its tokens go on; what knows it by its id does not. */
export async function renameSession(tx: Tx, sessionId: string, newId: string): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (!session) return;
  await tx
    .insertInto('sessions')
    .values({ ...session, id: newId })
    .execute();
  for (const table of ['access_tokens', 'refresh_tokens'] as const)
    await tx
      .updateTable(table)
      .set({ session_id: newId })
      .where('session_id', '=', sessionId)
      .execute();
}
