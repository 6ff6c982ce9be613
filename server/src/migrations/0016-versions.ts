import { type Kysely, sql } from 'kysely';

/** Texts of clips and of items of rooms that others replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  for (const [table, things] of [
    ['clip_versions', 'clips'],
    ['content_versions', 'room_content'],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn('thing_id', 'text', (c) =>
        c.notNull().references(`${things}.id`).onDelete('cascade'),
      )
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('saved_at', 'bigint', (c) => c.notNull())
      .addColumn('burst_at', 'bigint')
      .addColumn('by_kind', 'text', (c) => c.notNull())
      .addColumn('by_id', 'text', (c) => c.notNull())
      .addColumn('by_label', 'text')
      .addColumn('ended_at', 'bigint')
      .addColumn('look_at', 'bigint')
      .addColumn('is_last_own', 'integer', (c) => c.notNull())
      .addColumn('chars', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      .addColumn('files', 'text', (c) => c.notNull())
      // Last, because SQLite reads through a long text to reach what stands behind it.
      .addColumn('packed', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['thing_id', 'version'])
      .execute();
    await sql`create index ${sql.ref(`${table}_look`)} on ${sql.table(table)} (look_at)
      where look_at is not null`.execute(db);
  }
}
