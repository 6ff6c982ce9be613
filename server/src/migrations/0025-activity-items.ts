import type { Kysely } from 'kysely';

/** Which item of its room an entry of the log is about; null: none, or one of before. */
export const up = ({ schema }: Kysely<unknown>): Promise<void> =>
  schema.alterTable('room_activity').addColumn('content_id', 'text').execute();
