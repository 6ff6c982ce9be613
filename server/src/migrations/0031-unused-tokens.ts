import type { Kysely } from 'kysely';

/** Whether the end of an API token moves with its use. No token that is there was made so. */
export const up = ({ schema }: Kysely<unknown>): Promise<void> =>
  schema
    .alterTable('api_tokens')
    .addColumn('ends_unused', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
