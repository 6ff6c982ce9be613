import { ProductError } from '@clipline/contract/errors.ts';
import type { Db, Tx } from './db/database.ts';
import type { OnceTable } from './db/schema.ts';
import { findDone, keepDone } from './once.queries.ts';

/** Work that is done once, however often it is asked for under its key. */
export interface Once {
  readonly key: string;
  /** Whose account what is kept goes with; null for a visitor who is signed out. */
  readonly userId: string | null;
  /** Of what was sent, keyed: no reader of the store can try what it was. */
  readonly fingerprint: () => string | Promise<string>;
}

export type Outcome = Pick<OnceTable, 'clip_id' | 'reply' | 'forget_at'>;

/** What the work left under its key. Throws IDEMPOTENCY_KEY_REUSED where other work has the key. */
export async function findOutcome(
  db: Db,
  { key, fingerprint }: Once,
): Promise<Outcome | undefined> {
  const done = await findDone(db, key, Date.now());
  if (done && done.fingerprint !== (await fingerprint()))
    throw new ProductError('IDEMPOTENCY_KEY_REUSED');
  return done;
}

/** Works unless that was done: a crash leaves the work and what is kept of it, or neither. */
export async function doOnce(
  tx: Tx,
  once: Once,
  work: () => Promise<Outcome>,
): Promise<{ readonly outcome: Outcome; readonly isNew: boolean }> {
  // A parallel call with the same key may have been first.
  const earlier = await findOutcome(tx, once);
  if (earlier) return { outcome: earlier, isNew: false };
  const outcome = await work();
  const { key, userId, fingerprint } = once;
  await keepDone(tx, { key, user_id: userId, fingerprint: await fingerprint(), ...outcome });
  return { outcome, isNew: true };
}
