import type { Kysely } from 'kysely';

/** Nothing is kept of the trial of an account that was deleted. */
export const up = ({ schema }: Kysely<unknown>): Promise<void> =>
  schema.dropTable('spent_trials').execute();
