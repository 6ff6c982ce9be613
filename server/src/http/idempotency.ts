import { createHash } from 'node:crypto';
import { ProductError } from '@clipline/contract/errors.ts';
import { type Db, transact, type Tx } from '../database/database.ts';
import { type EarlierAnswer, findAnswer, keepAnswer } from './idempotency.queries.ts';

/** How long a repeated key gets the first answer again. */
export const IDEMPOTENCY_MS = 24 * 3600 * 1000;
const MAX_KEY_LENGTH = 255;

/** One creating call that may be a repetition of an earlier one. */
export interface Repetition {
  readonly key: string;
  readonly fingerprint: string;
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

const sha256 = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * The key is the caller's own: the same words from somebody else or for another call are another
 * key.
 */
export function repetitionOf(
  header: string | undefined,
  caller: string,
  route: string,
  body: unknown,
): Repetition | undefined {
  if (header === undefined || header === '') return undefined;
  if (header.length > MAX_KEY_LENGTH) throw new ProductError('INVALID_REQUEST');
  return {
    key: sha256(caller, route.split('?', 1)[0] ?? '', header),
    fingerprint: sha256(JSON.stringify(body ?? null)),
  };
}

/** The answer given before, if any. Throws when the key was used for something else. */
export async function earlierAnswer(
  db: Db,
  repetition: Repetition,
): Promise<EarlierAnswer | undefined> {
  const answer = await findAnswer(db, repetition.key, Date.now() - IDEMPOTENCY_MS);
  if (answer && answer.fingerprint !== repetition.fingerprint)
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
): Promise<T> {
  if (!repetition) return transact(db, work);
  try {
    return await transact(db, async (tx) => {
      const earlier = await earlierAnswer(tx, repetition);
      if (earlier) throw new AlreadyAnswered(earlier);
      const reply = await work(tx);
      await keepAnswer(tx, {
        ...repetition,
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
