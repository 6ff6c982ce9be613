import type { Db } from '../db/database.ts';
import type { IdempotencyTable } from '../db/schema.ts';

export interface EarlierAnswer {
  fingerprint: string;
  status: number;
  reply: string;
}

export const findAnswer = (
  db: Db,
  key: string,
  since: number,
): Promise<EarlierAnswer | undefined> =>
  db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'reply'])
    .where('key', '=', key)
    .where('created_at', '>=', since)
    .executeTakeFirst();

export const keepAnswer = (db: Db, answer: IdempotencyTable) =>
  db
    .insertInto('idempotency')
    .values(answer)
    .onConflict((c) => c.column('key').doUpdateSet(answer))
    .execute();

export const forgetAnswers = (db: Db, before: number) =>
  db.deleteFrom('idempotency').where('created_at', '<', before).execute();
