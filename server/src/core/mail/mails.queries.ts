import type { Selectable } from 'kysely';
import { type Db, wakeJob, countOf, isAny } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';

export const MAX_WAIT_MS = HOUR_MS;

export type QueuedMail = Selectable<Schema['mails']>;

/** What a mail is about; the writer of its kind makes the text when it leaves. */
export type MailSubject = Pick<QueuedMail, 'kind' | 'recipient'> &
  Partial<Pick<QueuedMail, 'user_id' | 'about' | 'language'>>;

export const DELIVER_MAIL = 'deliver mail';

/** Puts a mail into the outbox: it leaves when, and only when, the transaction is committed. */
export async function queueMail(tx: Db, mail: MailSubject, now = Date.now()): Promise<void> {
  const row = { ...mail, id: newId(), created_at: now, next_attempt_at: now };
  await tx.insertInto('mails').values(row).execute();
  await wakeJob(tx, DELIVER_MAIL);
}

/** No attempt is put off this far: the clock was set back since. */
const IMPLAUSIBLE_MS = MAX_WAIT_MS + 10 * MINUTE_MS;

/** New ones first: however many are refused again and again, they keep no other waiting. */
export const listDueMails = (db: Db, now: number, limit: number): Promise<QueuedMail[]> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where(({ eb, or }) =>
      or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + IMPLAUSIBLE_MS)]),
    )
    .orderBy('attempts')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export async function findNextAttempt(db: Db, now: number): Promise<number | null> {
  const { at } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.min<number | null>('next_attempt_at').as('at'))
    .executeTakeFirstOrThrow();
  return at === null || at <= now + IMPLAUSIBLE_MS ? at : now;
}

export const countMails = (db: Db): Promise<number> => countOf(db.selectFrom('mails'));

/** Until the given time; false when another node was first. */
export const claimMail = (db: Db, mail: QueuedMail, until: number): Promise<boolean> =>
  isAny(
    db
      .updateTable('mails')
      .set({ attempts: mail.attempts + 1, next_attempt_at: until })
      .where('id', '=', mail.id)
      .where('next_attempt_at', '=', mail.next_attempt_at),
  );

export const postponeMail = (db: Db, id: string, until: number) =>
  db.updateTable('mails').set({ next_attempt_at: until }).where('id', '=', id).execute();

export const dropMails = (db: Db, kind: string, recipient: string) =>
  db.deleteFrom('mails').where('kind', '=', kind).where('recipient', '=', recipient).execute();

export const dropMailsTo = (db: Db, recipient: string) =>
  db.deleteFrom('mails').where('recipient', '=', recipient).execute();

export const removeMail = (db: Db, id: string) =>
  db.deleteFrom('mails').where('id', '=', id).execute();
