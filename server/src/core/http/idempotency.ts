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

/**
 * Thrown inside the transaction so that it is undone: a parallel call with the same key was first.
 */
class AlreadyAnswered extends Error {
  readonly answer: EarlierAnswer;
  constructor(answer: EarlierAnswer) {
    super('Already answered');
    this.answer = answer;
  }
}

/** Not even a keyed hash is kept of what a user signs in with. */
const SECRET_FIELDS = new Set(['password', 'new_password']);
const withoutSecrets = (name: string, value: unknown): unknown =>
  SECRET_FIELDS.has(name) ? undefined : value;

/**
 * The key is the caller's own: the same words from another user or for another call are another
 * key. Both hashes are keyed with the secret of the installation, so that a reader of the store
 * cannot try what was sent.
 */
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
 * The answer given before, if any. Throws when the key was used for something else. `sent` is asked
 * for the file of an upload only when there is an answer to compare it with.
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

/**
 * Runs the work in a transaction that also keeps its answer, so that a crash leaves both or
 * neither.
 */
export async function createOnce<T>(
  db: Db,
  repetition: Repetition | undefined,
  status: number,
  work: (tx: Tx) => Promise<T>,
  file?: SentFile,
): Promise<T> {
  if (!repetition) return transact(db, work);
  try {
    return await transact(db, async (tx) => {
      const earlier = await earlierAnswer(tx, repetition, async () => file);
      if (earlier) throw new AlreadyAnswered(earlier);
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
  } catch (error) {
    if (error instanceof AlreadyAnswered) return JSON.parse(error.answer.reply) as T;
    throw error;
  }
}
