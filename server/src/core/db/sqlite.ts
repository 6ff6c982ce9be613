import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
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
import { repeated } from './database.ts';
import { GroupLost, isRetryable, StoreGone } from './errors.ts';
import { Statements } from './statements.ts';

const identityOf = (file: string): string | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
};

function openSqliteReader(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  reader.exec(
    'pragma cache_size = -16384; pragma temp_store = memory; pragma mmap_size = 268435456',
  );
  return reader;
}

interface Group {
  units: number;
  readonly onDisk: PromiseWithResolvers<void>;
}

/**
 * Units of work have their turns on the one connection that writes. Those that come within one turn
 * of the event loop share a commit, which is what a save costs most: each is a savepoint, so that
 * one that fails takes no others with it. None is acknowledged before the commit is on disk.
 */
class Writer {
  readonly handle: Statements;
  readonly #file: string;
  readonly #opened: string | undefined;
  #last: Promise<void> = Promise.resolve();
  #endTurn = () => {};
  #group: Group | undefined;
  #owner: DatabaseConnection | undefined;

  constructor(database: DatabaseSync) {
    this.handle = new Statements(database);
    this.#file = database.location() ?? '';
    this.#opened = identityOf(this.#file);
  }

  isOf(owner: DatabaseConnection): boolean {
    return this.#owner === owner;
  }

  async begin(owner: DatabaseConnection): Promise<void> {
    await this.#takeTurn();
    try {
      this.#group ??= this.#beginGroup();
      this.handle.database.exec('savepoint unit');
      this.#owner = owner;
    } catch (error) {
      this.#endTurn();
      throw error;
    }
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    // Each statement would be committed by itself.
    if (!this.handle.database.isTransaction) throw new Error('SQLite has undone this transaction');
    return this.handle.run<R>(query.sql, query.parameters);
  }

  async keep(): Promise<void> {
    const group = this.#group as Group;
    // Where this fails, the unit is still there to be undone.
    this.handle.database.exec('release unit');
    this.#owner = undefined;
    group.units += 1;
    this.#endTurn();
    await group.onDisk.promise;
  }

  /** What a unit read of others may be why it failed: its end waits until that is on disk. */
  async undo(owner: DatabaseConnection): Promise<void> {
    if (!this.isOf(owner)) return;
    this.#owner = undefined;
    const group = this.#group as Group;
    const { database } = this.handle;
    try {
      // A full disk or an I/O error has undone all of the group.
      if (database.isTransaction) database.exec('rollback to unit; release unit');
      else this.#lose(group);
    } catch {
      this.#lose(group);
    } finally {
      this.#endTurn();
    }
    if (group.units > 0 && this.#group === group) await group.onDisk.promise;
  }

  async alone<T>(work: () => T): Promise<T> {
    await this.#takeTurn();
    try {
      this.#commit();
      return work();
    } finally {
      this.#endTurn();
    }
  }

  async #takeTurn(): Promise<void> {
    const before = this.#last;
    const turn = Promise.withResolvers<void>();
    this.#last = turn.promise;
    await before;
    this.#endTurn = turn.resolve;
  }

  /** SQLite would go on writing to what is never found again. */
  requireFile(): void {
    if (identityOf(this.#file) !== this.#opened)
      throw new StoreGone('The file of the store is gone');
  }

  #beginGroup(): Group {
    this.requireFile();
    // Immediate, because a reader that becomes a writer half-way fails without a way to wait.
    this.handle.database.exec('begin immediate');
    const group = { units: 0, onDisk: Promise.withResolvers<void>() };
    group.onDisk.promise.catch(() => {});
    // Behind all that came with the first.
    setImmediate(() => void this.alone(() => {}));
    return group;
  }

  #commit(): void {
    const group = this.#group;
    if (!group) return;
    try {
      this.requireFile();
      this.handle.database.exec('commit');
      this.#group = undefined;
      group.onDisk.resolve();
    } catch (error) {
      this.#lose(group, group.units > 1 ? undefined : error);
    }
  }

  #lose(group: Group, error: unknown = new GroupLost('Others of the same commit failed')): void {
    this.#group = undefined;
    group.onDisk.reject(error);
    if (this.handle.database.isTransaction) this.handle.database.exec('rollback');
  }
}

const isSchemaChange = ({ sql }: CompiledQuery) => /^\s*(create|alter|drop)\b/i.test(sql);
const isRead = ({ query: { kind }, sql }: CompiledQuery) =>
  kind === 'SelectQueryNode' || (kind === 'RawNode' && /^\s*(select|with)\b/i.test(sql));
const isWrite = ({ query: { kind } }: CompiledQuery) =>
  ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(kind);

class SqliteDriver implements Driver {
  readonly #writer: Writer;
  #reader: Statements | undefined;

  constructor(database: DatabaseSync) {
    this.#writer = new Writer(database);
  }

  /** Queries answer at once: a loop over many rows would hold all others up to its end. */
  async acquireConnection(): Promise<DatabaseConnection> {
    await giveTurn();
    const connection: DatabaseConnection = {
      executeQuery: async <R>(query: CompiledQuery) => {
        const result = await this.#execute<R>(connection, query);
        if (isSchemaChange(query)) this.#renewStatements();
        return result;
      },
      streamQuery: () => {
        throw new Error('Streaming would hold the connection of all');
      },
    };
    return connection;
  }

  #execute<R>(
    by: DatabaseConnection,
    query: CompiledQuery,
  ): QueryResult<R> | Promise<QueryResult<R>> {
    const writer = this.#writer;
    if (writer.isOf(by)) return writer.run<R>(query);
    // In the log of a store no read meets another's lock.
    if (isRead(query)) return this.#reads().run<R>(query.sql, query.parameters);
    return repeated(async () => {
      if (!isWrite(query))
        return writer.alone(() => {
          writer.requireFile();
          return writer.handle.run<R>(query.sql, query.parameters);
        });
      await writer.begin(by);
      try {
        const result = writer.run<R>(query);
        await writer.keep();
        return result;
      } catch (error) {
        await writer.undo(by);
        throw error;
      }
    }, isRetryable);
  }

  /** Amid a transaction the connection that writes would show what is not on disk yet. */
  #reads(): Statements {
    const { handle } = this.#writer;
    if (!handle.database.isTransaction) return handle;
    this.#reader ??= new Statements(openSqliteReader(handle.database.location() ?? ''));
    return this.#reader;
  }

  #renewStatements(): void {
    this.#writer.handle.renew();
    this.#closeReader();
  }

  #closeReader(): void {
    this.#reader?.database.close();
    this.#reader = undefined;
  }

  beginTransaction = (connection: DatabaseConnection) => this.#writer.begin(connection);
  commitTransaction = () => this.#writer.keep();
  rollbackTransaction = (connection: DatabaseConnection) => this.#writer.undo(connection);
  /** A transaction that was given up without an end leaves nothing. */
  releaseConnection = this.rollbackTransaction;

  async init(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#closeReader();
    await this.#writer.alone(() => this.#writer.handle.database.close());
  }
}

/** Kysely locks and rolls back migrations only where DDL is said to be transactional. */
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
