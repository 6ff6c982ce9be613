import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Expression,
  type QueryResult,
  sql,
  SqliteAdapter,
  type SqlBool,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { Queue } from '../queue.ts';
import type { Db } from './database.ts';
import { ReadTooLong } from './errors.ts';
import type { ReaderAnswer, ReaderQuery } from './reader-thread.ts';

/** On a thread of its own: a read of very many rows leaves the event loop free. */
export class Reader {
  readonly #file: string;
  readonly #mostMs: number;
  #worker: Worker | undefined;

  constructor(file: string, mostMs = Infinity) {
    this.#file = file;
    this.#mostMs = mostMs;
  }

  async query<R>(text: string, parameters: readonly unknown[] = []): Promise<R[]> {
    const worker = (this.#worker ??= this.#start());
    worker.postMessage({ sql: text, parameters, most: this.#mostMs } satisfies ReaderQuery);
    const [{ rows, error }] = (await once(worker, 'message')) as [ReaderAnswer];
    if (error?.isTooLong) throw new ReadTooLong();
    if (error) throw Object.assign(new Error(error.message), error);
    return rows as R[];
  }

  /** It finishes what it reads: ending a thread inside a query could end the process. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    worker.postMessage('close');
    await new Promise((resolve) => worker.once('exit', resolve));
  }

  #start(): Worker {
    // What this process loads beforehand, such as the watch over its parent, is of no use there;
    // and by its environment `node --watch` has a thread tell here what it imports.
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      workerData: this.#file,
      execArgv: [],
      env: {},
    });
    worker.unref();
    worker.on('error', () => {});
    worker.on('exit', () => {
      this.#worker = undefined;
      worker.emit('error', new Error('A reader of the store ended'));
    });
    return worker;
  }
}

class ReaderDriver implements Driver {
  readonly #idle: Reader[];
  readonly #readers: readonly Reader[];
  readonly #queue: Queue;

  constructor(file: string, mostMs: number) {
    this.#readers = [new Reader(file, mostMs), new Reader(file, mostMs)];
    this.#idle = [...this.#readers];
    this.#queue = new Queue({ running: this.#readers.length, retryAfterSeconds: 1 });
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: <R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> =>
        this.#queue.run('', async () => {
          const reader = this.#idle.pop() as Reader;
          try {
            return { rows: await reader.query<R>(text, parameters) };
          } finally {
            this.#idle.push(reader);
          }
        }),
      streamQuery: () => {
        throw new Error('A reader returns whole results only');
      },
    };
  }

  async beginTransaction(): Promise<void> {
    throw new Error('A reader has no transactions');
  }

  async init(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.close()));
  }
}

class ReaderAdapter extends SqliteAdapter {}

export const sqliteReaderDialect = (file: string, mostMs: number): Dialect => ({
  createAdapter: () => new ReaderAdapter(),
  createDriver: () => new ReaderDriver(file, mostMs),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/**
 * Asked for each row of a long read, by a column: a reader of SQLite ends there when it is too much
 * work, PostgreSQL ends it by itself. Not for `prepared` queries, the same for both of SQLite.
 */
export const mayGoOn = (db: Db, column: Expression<unknown>): Expression<SqlBool> =>
  db.getExecutor().adapter instanceof ReaderAdapter
    ? sql<SqlBool>`may_go_on(${column})`
    : sql<SqlBool>`1 = 1`;
