import { ProductError } from '@clipline/contract/errors.ts';
import { type Db, transact, type Tx } from '../db/database.ts';
import { keyed } from '../ids.ts';
import { networkHashOf } from './limits.ts';
import { type EarlierAnswer, findAnswer, keepAnswer } from './idempotency.queries.ts';
import { DAY_MS } from '../time.ts';

export const IDEMPOTENCY_MS = DAY_MS;
const MAX_KEY_LENGTH = 255;

export interface Repetition {
  readonly key: string;
  /** Whose answer is kept: it goes with its owner. Null for a signed-out visitor. */
  readonly userId: string | null;
  /** Of a signed-out visitor: for whom the answer counts while it is kept. */
  readonly networkHash: string | null;
  readonly fingerprintOf: (file?: SentFile) => string;
}

export interface SentFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Caller {
  readonly as: string;
  readonly userId: string | null;
  readonly address: string;
}

/** Not even a keyed hash is kept of what a user signs in with. */
const SECRET_FIELDS = new Set(['password', 'new_password']);
const withoutSecrets = (name: string, value: unknown): unknown =>
  SECRET_FIELDS.has(name) ? undefined : value;

/** Both hashes are keyed, so that a reader of the store cannot try what was sent. */
export function repetitionOf(
  secret: string,
  header: string | undefined,
  caller: Caller,
  route: string,
  body: unknown,
): Repetition | undefined {
  if (header === undefined || header === '') return undefined;
  if (header.length > MAX_KEY_LENGTH) throw new ProductError('INVALID_REQUEST');
  return {
    key: keyed(secret, 'idempotency key', caller.as, route.split('?', 1)[0] ?? '', header),
    userId: caller.userId,
    networkHash: caller.userId === null ? networkHashOf(secret, caller.address) : null,
    fingerprintOf: (
      { name, size, sha256, fields } = { name: '', size: 0, sha256: '', fields: {} },
    ) =>
      keyed(
        secret,
        'idempotency fingerprint',
        JSON.stringify(body ?? null, withoutSecrets),
        JSON.stringify([
          name,
          size,
          sha256,
          Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        ]),
      ),
  };
}

/**
 * Throws when the key was used for something else. `sent` is asked only where there is an answer.
 */
export async function earlierAnswer(
  db: Db,
  repetition: Repetition,
  sent: () => Promise<SentFile | undefined>,
): Promise<EarlierAnswer | undefined> {
  const answer = await findAnswer(db, repetition.key, Date.now() - IDEMPOTENCY_MS);
  if (answer && answer.fingerprint !== repetition.fingerprintOf(await sent()))
    throw new ProductError('IDEMPOTENCY_KEY_REUSED');
  return answer;
}

/** A crash leaves the work and its kept answer, or neither. */
export async function createOnce<T>(
  db: Db,
  repetition: Repetition | undefined,
  status: number,
  work: (tx: Tx) => Promise<T>,
  file?: SentFile,
): Promise<T> {
  if (!repetition) return transact(db, work);
  return transact(db, async (tx) => {
    // A parallel call with the same key may have been first.
    const earlier = await earlierAnswer(tx, repetition, async () => file);
    if (earlier) return JSON.parse(earlier.reply) as T;
    const reply = await work(tx);
    await keepAnswer(tx, {
      key: repetition.key,
      user_id: repetition.userId,
      network_hash: repetition.networkHash,
      fingerprint: repetition.fingerprintOf(file),
      status,
      reply: JSON.stringify(reply),
      created_at: Date.now(),
    });
    return reply;
  });
}
