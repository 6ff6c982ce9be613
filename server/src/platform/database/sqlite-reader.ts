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
import { isSqliteDamage } from './sqlite-file.ts';

const THREADS = 2;

class ReaderDriver implements Driver, DatabaseConnection {
  readonly #threads: ReaderThreads;

  readonly #onDamage: () => void;

  constructor(file: string, onDamage: () => void) {
    this.#onDamage = onDamage;
    this.#threads = new ReaderThreads(file, THREADS);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return { rows: await this.#threads.query<R>(sql, parameters) };
    } catch (error) {
      if (isSqliteDamage(error)) this.#onDamage();
      throw error;
    }
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

export const sqliteReaderDialect = (file: string, onDamage: () => void): Dialect => ({
  createAdapter: () => new ReaderAdapter(),
  createDriver: () => new ReaderDriver(file, onDamage),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
