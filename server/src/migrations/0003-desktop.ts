import { type Kysely, sql } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('desktops')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.unique().references('users.id'))
    .addColumn('browser_hash', 'text', (c) => c.unique())
    .addColumn('network_id', 'text', (c) => c.notNull().unique())
    .addColumn('share_token', 'text', (c) => c.notNull().unique())
    .addColumn('item_count', 'integer', (c) => c.notNull())
    .addColumn('byte_count', 'bigint', (c) => c.notNull())
    .addColumn('text_byte_count', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('desktops_idle')
    .on('desktops')
    .column('used_at')
    .where(sql.ref('user_id'), 'is', null)
    .execute();

  await schema
    .createTable('desktop_items')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('desktop_id', 'text', (c) =>
      c.notNull().references('desktops.id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('position', 'text', (c) => c.notNull())
    .addColumn('size', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();
  const deletedAt = sql.ref('deleted_at');
  await schema
    .createIndex('desktop_items_shown')
    .on('desktop_items')
    .columns(['desktop_id', 'place'])
    .where(deletedAt, 'is', null)
    .execute();
  await schema
    .createIndex('desktop_items_deleted')
    .on('desktop_items')
    .column('deleted_at')
    .where(deletedAt, 'is not', null)
    .execute();
  await schema
    .createIndex('desktop_items_desktop')
    .on('desktop_items')
    .column('desktop_id')
    .execute();
}
