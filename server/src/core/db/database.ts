import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql, SqliteAdapter, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import {
  type DataDirectory,
  DataDirectoryTaken,
  joinDataDirectory,
  takeDataDirectory,
} from './data-directory.ts';
import {
  type Connections,
  isPostgresDuplicate,
  isPostgresFull,
  isPostgresOwnerGone,
  isPostgresReferenced,
  isPostgresTooLong,
  isPostgresUnavailable,
  isRetryable,
  postgresDialect,
} from './postgres.ts';
import { ReadTooLong } from './reader-threads.ts';
import type { Schema } from './schema.ts';
import { sqliteReaderDialect } from './sqlite-reader.ts';
import {
  isSqliteAway,
  isSqliteBusy,
  isSqliteFull,
  isSqliteReference,
  StoreGone,
} from './sqlite-file.ts';
import { sqliteDialect } from './sqlite.ts';
import { untilAlone } from './sqlite-writer.ts';

/** What queries take first: the store itself or a transaction on it. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The engine behind the store, for the few places that must know it. */
export type Engine = 'sqlite' | 'postgres';

export interface Store {
  readonly db: Db;
  /**
   * The same store for reads that may go over very many rows: two at a time, on SQLite beside the
   * event loop, and ended when they take too long. Only committed state is seen.
   */
  readonly scans: Db;
  readonly engine: Engine;
  /** Undefined on PostgreSQL. */
  readonly directory: Pick<DataDirectory, 'sqliteFile'> | undefined;
  /** Of the pool; undefined on SQLite, which has one. */
  readonly connections: (() => Connections) | undefined;
  close(): Promise<void>;
}

/**
 * How long a transaction is repeated while others are in its way: as long as SQLite waits for a
 * lock. Of a fixed number of attempts, four who save all the time used up twelve.
 */
const MAX_REPEAT_MS = 10_000;
/** A duplicate that is no race stays one. */
const MAX_DUPLICATE_ATTEMPTS = 3;

/** Of the store or a transaction on it. */
export const engineOf = (db: Db): Engine =>
  db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres';

/**
 * Runs the work in one transaction that behaves as if alone, on both engines. It may run several
 * times, so it must have no effect but on `tx`. Inside it use `tx` only: the outer `db` does not
 * see what the work wrote, and on SQLite a write to it would wait for ever.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (engineOf(db) === 'sqlite') return untilAlone(() => transactEmbedded(db, work));
  const execute = () => db.transaction().setIsolationLevel('serializable').execute(work);
  try {
    return await execute();
  } catch (error) {
    if (!isWorthRepeating(error, 1)) throw error;
    // Hundreds that want one row would be in each other's way again and again, until some had used
    // up their attempts.
    return inTurn(db, () => repeat(execute));
  }
}

/** By store, who hears of jobs; by transaction, those that it wakes. */
const wakers = new WeakMap<Db, (job: string) => void>();
const woken = new WeakMap<Db, Set<string>>();

async function transactEmbedded<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const jobs = new Set<string>();
  const result = await db.transaction().execute((tx) => {
    woken.set(tx, jobs);
    return work(tx);
  });
  for (const job of jobs) wakers.get(db)?.(job);
  return result;
}

/** Hears of the jobs that transactions on SQLite wake; on PostgreSQL the leader's connection does. */
export const onWake = (db: Db, wake: (job: string) => void): void => void wakers.set(db, wake);

export const WAKE_CHANNEL = 'clipline_jobs';

/** Once the transaction is committed, the job runs on the nodes that do it. */
export async function wakeJob(tx: Db, job: string): Promise<void> {
  woken.get(tx)?.add(job);
  if (engineOf(tx) === 'postgres') await sql`select pg_notify(${WAKE_CHANNEL}, ${job})`.execute(tx);
}

/** A store that has fallen silent holds up the first in line; those behind then try beside it. */
const MAX_TURN_MS = 3000;

async function atMost(ms: number, before: Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([before, delay(ms, undefined, { signal: waiting.signal, ref: false })]);
  waiting.abort();
}

/** The transactions on a store that repeat one after the other. */
interface Line {
  /** Ends with the turn of the last in line. */
  last: Promise<unknown>;
  turnsEnded: number;
}
const lines = new WeakMap<Db, Line>();

/** However long the line is: as long as it moves, none leaves it. */
async function waitFor(before: Promise<unknown>, line: Line): Promise<void> {
  let isOver = false;
  const over = before.then(() => (isOver = true));
  for (let ended = -1; !isOver && ended !== line.turnsEnded;) {
    ended = line.turnsEnded;
    await atMost(MAX_TURN_MS, over);
  }
}

/** Runs the work when those that came before have ended. */
function inTurn<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const line = lines.get(db) ?? { last: Promise.resolve(), turnsEnded: 0 };
  lines.set(db, line);
  const turn = waitFor(line.last, line).then(work);
  const end = () => void (line.turnsEnded += 1);
  line.last = turn.then(end, end);
  return turn;
}

async function repeat<T>(execute: () => Promise<T>): Promise<T> {
  const until = performance.now() + MAX_REPEAT_MS;
  for (let tried = 2; ; tried++) {
    try {
      return await execute();
    } catch (error) {
      if (!isWorthRepeating(error, tried) || performance.now() > until) throw error;
      await delay(Math.random() * 5 * 2 ** Math.min(tried, 6));
    }
  }
}

const isWorthRepeating = (error: unknown, tried: number): boolean =>
  isRetryable(error) || (isPostgresDuplicate(error) && tried < MAX_DUPLICATE_ATTEMPTS);

function openEmbedded(directory: DataDirectory): Store {
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect(directory.sqlite) });
  const scans: Db = new Kysely<Schema>({ dialect: sqliteReaderDialect(directory.sqliteFile) });
  const close = async () => {
    await scans.destroy();
    await db.destroy();
    directory.release();
  };
  return { db, scans, engine: 'sqlite', directory, connections: undefined, close };
}

/**
 * Opens the store that the configuration names. Throws DataDirectoryTaken. The schema is brought up
 * to date by `migrate`.
 */
export function openStore(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  onError: (error: Error) => void,
): Store {
  if (config.DATABASE_URL === undefined) return openEmbedded(takeDataDirectory(config.DATA_DIR));
  const { dialect, connections } = postgresDialect(config.DATABASE_URL, onError);
  const db: Db = new Kysely<Schema>({ dialect });
  const scans: Db = new Kysely<Schema>({
    dialect: postgresDialect(config.DATABASE_URL, onError, { max: 2, maxQueryMs: 5000 }).dialect,
  });
  return {
    db,
    scans,
    engine: 'postgres',
    directory: undefined,
    connections,
    close: async () => void (await Promise.all([scans.destroy(), db.destroy()])),
  };
}

/**
 * For a command that may run beside the service. Writes then wait for each other, as between any
 * two processes on one SQLite file; what the service keeps in memory is not touched. `beside` tells
 * that another keeps the schema up to date.
 */
export function openStoreBeside(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
): Store & { readonly beside: boolean } {
  if (config.DATABASE_URL !== undefined) return { ...openStore(config, () => {}), beside: true };
  try {
    return { ...openStore(config, () => {}), beside: false };
  } catch (error) {
    if (!(error instanceof DataDirectoryTaken)) throw error;
    return { ...openEmbedded(joinDataDirectory(config.DATA_DIR)), beside: true };
  }
}

/** Nothing more can be written until space is freed. */
export const isStorageFull = (error: unknown): boolean =>
  isSqliteFull(error) ||
  isPostgresFull(error) ||
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
/** The store cannot be reached for the moment. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof StoreGone ||
  isSqliteBusy(error) ||
  isSqliteAway(error) ||
  isRetryable(error) ||
  isPostgresUnavailable(error);
/** The store takes nothing for the moment. */
export const isNotWritable = (error: unknown): boolean =>
  isStorageFull(error) || isStoreUnavailable(error);
/** What a read writes besides: a store that takes nothing for now keeps no one from reading. */
export async function whereWritable<T>(writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing;
  } catch (error) {
    if (!isNotWritable(error)) throw error;
    return undefined;
  }
}
/**
 * What was to be written belongs to a user who was deleted meanwhile. On SQLite, where
 * transactions are one after the other, nothing else that they refer to can be gone.
 */
export const isOwnerGone = (error: unknown): boolean =>
  isSqliteReference(error) || isPostgresOwnerGone(error);
/** A read through `scans` was ended. */
export const isReadTooLong = (error: unknown): boolean =>
  error instanceof ReadTooLong || isPostgresTooLong(error);
/** Something still refers to the row that was to be removed. */
export const isStillReferenced = (error: unknown): boolean => isPostgresReferenced(error);
