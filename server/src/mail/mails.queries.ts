import type { Selectable } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { newId } from '../ids.ts';

/** What somebody is to read; the text's first link is the one that matters. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type QueuedMail = Selectable<Schema['mails']>;

/** Puts a mail into the outbox: it leaves when, and only when, the transaction is committed. */
export const queueMail = (db: Db, mail: Mail, now = Date.now()) =>
  db
    .insertInto('mails')
    .values({ ...mail, id: newId(), created_at: now, next_attempt_at: now })
    .execute();

export const findDueMails = (db: Db, now: number, limit: number): Promise<QueuedMail[]> =>
  db.selectFrom('mails').selectAll().where('next_attempt_at', '<=', now).orderBy('created_at').orderBy('id').limit(limit).execute();

/** Takes a due mail until the given time, after which it counts as never handed over; false when another node was first. */
export const claimMail = async (db: Db, mail: QueuedMail, until: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ attempts: mail.attempts + 1, next_attempt_at: until })
    .where('id', '=', mail.id)
    .where('next_attempt_at', '=', mail.next_attempt_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

export const postponeMail = (db: Db, id: string, until: number) =>
  db.updateTable('mails').set({ next_attempt_at: until }).where('id', '=', id).execute();

export const deleteMail = (db: Db, id: string) => db.deleteFrom('mails').where('id', '=', id).execute();
