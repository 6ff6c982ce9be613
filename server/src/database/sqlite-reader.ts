import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { ReaderAnswer } from './sqlite-reader-worker.ts';

/**
 * A second connection of its own thread, read-only: what scans a whole table there leaves the event
 * loop free.
 */
class ReaderDriver implements Driver, DatabaseConnection {
  readonly #file: string;
  readonly #waiting = new Map<
    number,
    { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }
  >();
  #worker: Worker | undefined;
  #queries = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Started with the first query, and again after it broke. */
  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./sqlite-reader-worker.ts', import.meta.url), {
      workerData: this.#file,
    });
    worker.unref();
    worker.on('message', ({ id, rows, error }: ReaderAnswer) => {
      const query = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) query?.resolve(rows);
      else query?.reject(Object.assign(new Error(error.message), { errcode: error.errcode }));
    });
    const broken = (error: Error) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('error', (error) => broken(error as Error));
    worker.on('exit', () => broken(new Error('The reader of the store ended')));
    this.#worker = worker;
    return worker;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const worker = this.#running();
    const id = ++this.#queries;
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    this.#waiting.set(id, { resolve, reject });
    worker.postMessage({ id, sql, parameters });
    return { rows: (await promise) as R[] };
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The reader answers whole results only');
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('The reader has no transactions');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const ended = once(worker, 'exit');
    // It finishes what it reads and closes its connection; terminating it inside a query could
    // crash the process.
    worker.ref();
    worker.postMessage('close');
    await ended;
  }
}

export const sqliteReaderDialect = (file: string): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new ReaderDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
