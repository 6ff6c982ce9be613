import type { Kysely } from 'kysely';

/**
 * Whether the share link of a desktop is out. Of those that are there it is not known: to take them
 * for shared is the answer that hides nothing.
 */
export const up = ({ schema }: Kysely<unknown>): Promise<void> =>
  schema
    .alterTable('desktops')
    .addColumn('is_shared', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
