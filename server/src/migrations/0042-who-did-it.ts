import { type Kysely, sql } from 'kysely';

/** Which sessions another one let in, who made a link to choose a password, who did what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ['sessions', 'is_let_in'],
    ['password_resets', 'is_by_admin'],
    ['invitations', 'was_known'],
  ] as const)
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable('admin_log').addColumn('admin_name', 'text').execute();
  await sql`update admin_log
    set admin_name = (select name from users where users.id = admin_id)`.execute(db);
}
