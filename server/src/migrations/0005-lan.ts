import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('lan_peers')
    .addColumn('peer_id', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('network_key', 'text', (c) => c.notNull())
    .addColumn('desktop_id', 'text')
    .addColumn('presence', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('lan_peers_network').on('lan_peers').column('network_key').execute();
  await schema.createIndex('lan_peers_desktop').on('lan_peers').column('desktop_id').execute();
  await schema.createIndex('lan_peers_session').on('lan_peers').column('session_id').execute();

  await schema
    .createTable('lan_guests')
    .addColumn('host_id', 'text', (c) =>
      c.notNull().references('lan_peers.peer_id').onDelete('cascade'),
    )
    .addColumn('guest_id', 'text', (c) => c.notNull())
    .addColumn('presence', 'text', (c) => c.notNull())
    .addColumn('standing', 'text', (c) => c.notNull())
    .addColumn('link_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('lan_guests_key', ['host_id', 'guest_id'])
    .execute();
  await schema.createIndex('lan_guests_guest').on('lan_guests').column('guest_id').execute();
}
