import type { Kysely } from 'kysely';

/** Clips are counted by their indexes; what is kept is when the newest of a person was created. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('clip_counts').renameTo('newest_clips').execute();
  for (const column of ['clips', 'with_files', 'favorites', 'favorites_with_files'])
    await schema.alterTable('newest_clips').dropColumn(column).execute();
}
