import type { Db, Tx } from '../core/db/database.ts';

export const findProfile = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['name', 'new_clips_open'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** What is left out stays. */
export const updateProfile = (
  tx: Tx,
  userId: string,
  changes: { readonly name?: string | undefined; readonly newClipsOpen?: boolean | undefined },
) =>
  tx
    .updateTable('users')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.newClipsOpen === undefined
        ? {}
        : { new_clips_open: changes.newClipsOpen ? 1 : 0 }),
    })
    .where('id', '=', userId)
    .execute();
