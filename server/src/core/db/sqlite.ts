import type { DatabaseSync } from 'node:sqlite';
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
import { giveTurn } from '../queue.ts';
import { openSqliteReader, presenceOf } from './sqlite-file.ts';
import { patiently, SqliteHandle } from './sqlite-handle.ts';
import { SqliteWriter, untilAlone } from './sqlite-writer.ts';

/** It may change what `select *` returns. */
const isSchemaChange = ({ sql }: CompiledQuery) => /^\s*(create|alter|drop)\b/i.test(sql);
const isRead = ({ query: { kind }, sql }: CompiledQuery) =>
  kind === 'SelectQueryNode' || (kind === 'RawNode' && /^\s*(select|with)\b/i.test(sql));
const isWrite = ({ query: { kind } }: CompiledQuery) =>
  ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(kind);

/** What one call or one transaction has: a transaction stays on the connection that writes. */
class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteWriter;
  readonly #written: SqliteHandle;
  readonly #reader: SqliteHandle;
  #isInUnit = false;
  #changesSchema = false;

  constructor(writer: SqliteWriter, written: SqliteHandle, reader: SqliteHandle) {
    this.#writer = writer;
    this.#written = written;
    this.#reader = reader;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isSchemaChange(query)) return this.#execute<R>(query);
    const result = await this.#execute<R>(query);
    this.#changesSchema = true;
    this.#renewStatements();
    return result;
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isInUnit) return this.#writer.run<R>(query);
    // The connection that writes has at hand what it wrote, but amid a transaction it would show
    // what is not on disk yet.
    if (isRead(query))
      return patiently(() =>
        (this.#written.isTransaction ? this.#reader : this.#written).run<R>(query),
      );
    if (!isWrite(query)) return this.#writer.runAlone<R>(query);
    return untilAlone(async () => {
      await this.begin();
      try {
        const result = this.#writer.run<R>(query);
        await this.keep();
        return result;
      } catch (error) {
        await this.undo();
        throw error;
      }
    });
  }

  async begin(): Promise<void> {
    await this.#writer.begin();
    this.#isInUnit = true;
  }

  async keep(): Promise<void> {
    this.#isInUnit = false;
    await this.#writer.keep();
    if (this.#changesSchema) this.#renewStatements();
  }

  /** Of what has ended nothing can be undone. */
  async undo(): Promise<void> {
    if (!this.#isInUnit) return;
    this.#isInUnit = false;
    await this.#writer.undo();
  }

  #renewStatements(): void {
    this.#written.renewStatements();
    this.#reader.renewStatements();
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming would hold the connection of all');
  }
}

class SqliteDriver implements Driver {
  readonly #written: SqliteHandle;
  readonly #writer: SqliteWriter;
  /** For reads while others write: sees what was committed, and waits for nothing. */
  readonly #reader: SqliteHandle;

  constructor(database: DatabaseSync) {
    this.#written = new SqliteHandle(database);
    this.#writer = new SqliteWriter(this.#written, presenceOf(database));
    this.#reader = new SqliteHandle(openSqliteReader(database));
  }

  async init(): Promise<void> {}

  /** Queries answer at once: a loop over many rows would hold all others up to its end. */
  async acquireConnection(): Promise<SqliteConnection> {
    await giveTurn();
    return new SqliteConnection(this.#writer, this.#written, this.#reader);
  }

  /** A transaction that was given up without an end leaves nothing. */
  releaseConnection(connection: SqliteConnection): Promise<void> {
    return connection.undo();
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.keep();
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.undo();
  }

  async destroy(): Promise<void> {
    // The last connection to close brings all into the file.
    this.#reader.close();
    this.#writer.close();
  }
}

/**
 * Kysely's migrator locks and rolls back only where DDL is said to be transactional, as it is in
 * SQLite.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Kysely's own turns would keep reads waiting for writes; the writer has turns of its own. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export const sqliteDialect = (database: DatabaseSync): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createDriver: () => new SqliteDriver(database),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
