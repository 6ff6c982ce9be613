import { type Kysely, sql } from 'kysely';

/** A change of many clips is kept lot by lot: what is written once is not written again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const columns = sql.raw('id, user_id, action, tag_id, created_at, clip_ids');
  await schema
    .createTable('bulk_lots')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('lot', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('tag_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('clip_ids', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('bulk_lots_key', ['id', 'lot'])
    .execute();
  await sql`insert into bulk_lots (lot, ${columns}) select 0, ${columns} from bulk_changes`.execute(
    db,
  );
  await schema.dropTable('bulk_changes').execute();
  for (const column of ['user_id', 'created_at'] as const)
    await schema.createIndex(`bulk_lots_${column}`).on('bulk_lots').column(column).execute();
}
