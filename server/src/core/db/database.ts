import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteResult,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  SqliteAdapter,
  type Transaction,
  UpdateResult,
} from 'kysely';
import { Queue } from '../queue.ts';
import { isDuplicate, isRetryable } from './errors.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export type Engine = 'sqlite' | 'postgres';

export const engineOf = (db: Db): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';

/** Whether a query finds a row, or changes one. */
export async function isAny(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  const first = await query.executeTakeFirst();
  if (first instanceof UpdateResult) return first.numUpdatedRows > 0n;
  if (first instanceof DeleteResult) return first.numDeletedRows > 0n;
  return first !== undefined;
}

export async function countOf<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** Of a fixed number of tries, four who save all the time used up twelve. */
const MAX_REPEAT_MS = 10_000;
let mostRepeatMs = MAX_REPEAT_MS;
/** Tests make it long: of a busy machine nobody gets so much in ten seconds. */
export const setMostRepeatMs = (wanted = MAX_REPEAT_MS): void => void (mostRepeatMs = wanted);

/** Repeats work for as long as others are in its way; it must have no effect when it throws. */
export async function repeated<T>(
  work: () => Promise<T>,
  isWorthRepeating: (error: unknown, tried: number) => boolean,
): Promise<T> {
  const until = performance.now() + mostRepeatMs;
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthRepeating(error, tried) || performance.now() > until) throw error;
      await delay(Math.random() * 5 * 2 ** Math.min(tried, 6));
    }
  }
}

const MAX_DUPLICATE_TRIES = 3;
const isWorthRepeating = (error: unknown, tried: number): boolean =>
  isRetryable(error) || (isDuplicate(error) && tried < MAX_DUPLICATE_TRIES);

/** Hundreds that want one row would be in each other's way until some had used up their time. */
const repeats = new Queue({ running: 1, retryAfterSeconds: 1 });
/** One that takes long, or that a silent store holds, does not hold up those behind it as well. */
const MAX_IN_LINE_MS = 5000;

type Following = (store: Db) => void | Promise<void>;

/** What follows the commit of a try, by its transaction. */
const begun = new WeakMap<Db, Following[]>();

async function attempt<T>(db: Db, work: (tx: Tx) => Promise<T>) {
  const following: Following[] = [];
  const builder = db.transaction();
  const isolated = engineOf(db) === 'sqlite' ? builder : builder.setIsolationLevel('serializable');
  const result = await isolated.execute((tx) => {
    begun.set(tx, following);
    return work(tx);
  });
  return { result, following };
}

async function keepTrying<T>(db: Db, work: (tx: Tx) => Promise<T>): ReturnType<typeof attempt<T>> {
  const execute = () => attempt(db, work);
  if (engineOf(db) === 'sqlite') return repeated(execute, isRetryable);
  try {
    return await execute();
  } catch (error) {
    if (!isWorthRepeating(error, 1)) throw error;
    const again = () => repeated(execute, (failed, tried) => isWorthRepeating(failed, tried + 1));
    let turn: ReturnType<typeof again> | undefined;
    return repeats
      .run('', () => (turn = again()), AbortSignal.timeout(MAX_IN_LINE_MS))
      .catch(() => turn ?? again());
  }
}

/**
 * Runs once, when what `transact` did is on disk; of a try that was in vain, never. `transact`
 * waits for it.
 */
export const afterCommit = (tx: Tx, work: Following): void => void begun.get(tx)?.push(work);

/**
 * Runs the work in one transaction that behaves as if alone, on both engines. It may run several
 * times, so it must have no effect but on `tx` and by `afterCommit`. Inside it use `tx` only: the
 * outer `db` does not see what the work wrote, and on SQLite a write to it would wait for ever.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { result, following } = await keepTrying(db, work);
  for (const each of following) await each(db);
  return result;
}

const wakers = new WeakMap<Db, (job: string) => void>();
export const onWake = (db: Db, wake: (job: string) => void): void => void wakers.set(db, wake);

export const WAKE_CHANNEL = 'clipline_jobs';

export async function wakeJob(tx: Db, job: string): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`select pg_notify(${WAKE_CHANNEL}, ${job})`.execute(tx);
  else afterCommit(tx as Tx, (store) => wakers.get(store)?.(job));
}

/** Longer than any read of the program lasts. */
const LOG_WAITS_MS = [100, 400, 1600, 6400];

/** False while another connection reads from the log. A store that fails tells of it by its writes. */
const isLogWritten = async (db: Db): Promise<boolean> => {
  try {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    return rows[0]?.busy === 0;
  } catch {
    return false;
  }
};

/** Texts stand in SQLite's log that were deleted for good. A read may be in the way: then later. */
export async function writeLogBack(db: Db): Promise<void> {
  if (engineOf(db) !== 'sqlite' || (await isLogWritten(db))) return;
  void (async () => {
    for (const ms of LOG_WAITS_MS) {
      await delay(ms, undefined, { ref: false });
      if (await isLogWritten(db)) return;
    }
  })();
}
