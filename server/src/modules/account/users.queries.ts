import type { Db } from '../../database/database.ts';

export const findPasswordHash = async (db: Db, userId: string): Promise<string | undefined> => {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.password_hash;
};

export const renameUser = (db: Db, userId: string, name: string) =>
  db.updateTable('users').set({ name }).where('id', '=', userId).execute();

/** Who a session that still lasts belongs to. */
export async function findUserOfSession(db: Db, sessionId: string, now: number) {
  const found = await db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.name', 'user.email', 'user.created_at'])
    .where('session.id', '=', sessionId)
    .where('session.idle_ends_at', '>', now)
    .where('session.ends_at', '>', now)
    .where('user.disabled_at', 'is', null)
    .executeTakeFirst();
  return (
    found && { id: found.id, name: found.name, email: found.email, createdAt: found.created_at }
  );
}
