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
import { ReaderThreads } from './reader-threads.ts';

const THREADS = 2;

class ReaderDriver implements Driver, DatabaseConnection {
  readonly #threads: ReaderThreads;

  constructor(file: string) {
    this.#threads = new ReaderThreads(file, THREADS);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: await this.#threads.query<R>(sql, parameters) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('A reader returns whole results only');
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('A reader has no transactions');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#threads.close();
  }
}

/** By which queries know that they run beside the event loop. */
export class ReaderAdapter extends SqliteAdapter {}

export const sqliteReaderDialect = (file: string): Dialect => ({
  createAdapter: () => new ReaderAdapter(),
  createDriver: () => new ReaderDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
