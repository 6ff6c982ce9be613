import { statSync } from 'node:fs';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
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
import { GroupLost, isRetryable, StoreGone } from './errors.ts';
import { repeated } from './repeat.ts';

const identityOf = (file: string): string | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
};

/** Another connection to an open store: each read sees all that was committed before it. */
function openSqliteReader(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  reader.exec(
    'pragma cache_size = -16384; pragma temp_store = memory; pragma mmap_size = 268435456',
  );
  return reader;
}

/**
 * node:sqlite takes an object as first parameter for named ones and shifts the rest silently, so
 * only scalars may pass.
 */
function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (
    value === null ||
    ['number', 'bigint', 'string'].includes(typeof value) ||
    value instanceof Uint8Array
  )
    return value as SQLInputValue;
  throw new TypeError(`SQLite cannot bind ${typeof value}`);
}

/** A statement and, when it returns rows, what one of them looks like. */
interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  readonly emptyRow: Readonly<Record<string, unknown>>;
}

const MAX_CACHED_STATEMENTS = 500;

/** One connection, with the statements that were prepared on it. */
class Handle {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** What `select *` returns may have changed. */
  renewStatements(): void {
    this.#statements.clear();
  }

  run<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, columns, emptyRow } = this.#statements.get(sql) ?? this.#prepare(sql);
    const values = parameters.map(bindable);
    if (columns.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    }
    const rows = (statement.all(...values) as unknown as SQLOutputValue[][]).map((found) => {
      const row: Record<string, unknown> = { ...emptyRow };
      for (let index = 0; index < columns.length; index++)
        row[columns[index] as string] = found[index];
      return row;
    });
    return { rows: rows as R[] };
  }

  #prepare(sql: string): Prepared {
    const statement = this.database.prepare(sql);
    // The objects that node:sqlite makes of rows take as long as reading them.
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({ name }) => name);
    const emptyRow = Object.fromEntries(columns.map((name) => [name, null]));
    const prepared = { statement, columns, emptyRow };
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Units of work that one commit brings to disk. */
interface Group {
  /** How many wait for the commit. */
  units: number;
  readonly onDisk: PromiseWithResolvers<void>;
}

/**
 * The one connection that writes. Units of work have their turns on it, one after the other. Those
 * that come within one turn of the event loop share a transaction and its commit, which is what a
 * save costs most: each is a savepoint, so that one that fails takes no others with it. None is
 * acknowledged before the commit is on disk.
 */
class Writer {
  readonly handle: Handle;
  readonly #file: string;
  readonly #opened: string | undefined;
  #last: Promise<void> = Promise.resolve();
  #endTurn = () => {};
  #group: Group | undefined;

  constructor(handle: Handle) {
    this.handle = handle;
    this.#file = handle.database.location() ?? '';
    this.#opened = identityOf(this.#file);
  }

  /** Until `keep` or `undo` the connection is its own. */
  async begin(): Promise<void> {
    await this.#takeTurn();
    try {
      this.#group ??= this.#beginGroup();
      this.handle.database.exec('savepoint unit');
    } catch (error) {
      this.#endTurn();
      throw error;
    }
  }

  /** A statement of the unit that was begun. */
  run<R>(query: CompiledQuery): QueryResult<R> {
    // Each statement would be committed by itself.
    if (!this.handle.database.isTransaction) throw new Error('SQLite has undone this transaction');
    return this.handle.run<R>(query);
  }

  /** Ends the unit; resolves once it is on disk. */
  async keep(): Promise<void> {
    const group = this.#group as Group;
    try {
      this.handle.database.exec('release unit');
    } catch (error) {
      await this.undo();
      throw error;
    }
    group.units += 1;
    this.#endTurn();
    await group.onDisk.promise;
  }

  /**
   * Ends the unit and leaves nothing of it. What it read of others in its group may be why it
   * failed: it waits until that is on disk.
   */
  async undo(): Promise<void> {
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

  /** Runs a statement that is no part of a transaction, such as `vacuum`. */
  async runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#takeTurn();
    try {
      this.#commit();
      this.#requireFile();
      return this.handle.run<R>(query);
    } finally {
      this.#endTurn();
    }
  }

  async close(): Promise<void> {
    await this.#takeTurn();
    this.#commit();
    this.handle.database.close();
  }

  async #takeTurn(): Promise<void> {
    const before = this.#last;
    const turn = Promise.withResolvers<void>();
    this.#last = turn.promise;
    await before;
    this.#endTurn = turn.resolve;
  }

  /** SQLite would go on writing to what is never found again. */
  #requireFile(): void {
    if (identityOf(this.#file) !== this.#opened)
      throw new StoreGone('The file of the store is gone');
  }

  #beginGroup(): Group {
    this.#requireFile();
    // Immediate, because a reader that becomes a writer half-way fails without a way to wait.
    this.handle.database.exec('begin immediate');
    const group = { units: 0, onDisk: Promise.withResolvers<void>() };
    // Every unit may have failed.
    group.onDisk.promise.catch(() => {});
    // Behind all that came with the first.
    setImmediate(() => void this.#end(group));
    return group;
  }

  async #end(group: Group): Promise<void> {
    await this.#takeTurn();
    if (this.#group === group) this.#commit();
    this.#endTurn();
  }

  #commit(): void {
    const group = this.#group;
    if (!group) return;
    try {
      this.#requireFile();
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

/** It may change what `select *` returns. */
const isSchemaChange = ({ sql }: CompiledQuery) => /^\s*(create|alter|drop)\b/i.test(sql);
const isRead = ({ query: { kind }, sql }: CompiledQuery) =>
  kind === 'SelectQueryNode' || (kind === 'RawNode' && /^\s*(select|with)\b/i.test(sql));
const isWrite = ({ query: { kind } }: CompiledQuery) =>
  ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(kind);

/** What one call or one transaction has. */
class Connection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  #isInUnit = false;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#execute<R>(query);
    if (isSchemaChange(query)) this.#driver.renewStatements();
    return result;
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> | Promise<QueryResult<R>> {
    const { writer } = this.#driver;
    if (this.#isInUnit) return writer.run<R>(query);
    return repeated(async () => {
      if (isRead(query)) return this.#driver.reads().run<R>(query);
      if (!isWrite(query)) return writer.runAlone<R>(query);
      await this.begin();
      try {
        const result = writer.run<R>(query);
        await this.keep();
        return result;
      } catch (error) {
        await this.undo();
        throw error;
      }
    }, isRetryable);
  }

  async begin(): Promise<void> {
    await this.#driver.writer.begin();
    this.#isInUnit = true;
  }

  async keep(): Promise<void> {
    this.#isInUnit = false;
    await this.#driver.writer.keep();
  }

  /** Of what has ended nothing can be undone. */
  async undo(): Promise<void> {
    if (!this.#isInUnit) return;
    this.#isInUnit = false;
    await this.#driver.writer.undo();
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming would hold the connection of all');
  }
}

class SqliteDriver implements Driver {
  readonly writer: Writer;
  /** For reads while others write: sees what was committed, and waits for nothing. */
  #reader: Handle | undefined;

  constructor(database: DatabaseSync) {
    this.writer = new Writer(new Handle(database));
  }

  async init(): Promise<void> {}

  /**
   * The connection that writes has at hand what it wrote, but amid a transaction it would show what
   * is not on disk yet.
   */
  reads(): Handle {
    const { handle } = this.writer;
    if (!handle.database.isTransaction) return handle;
    this.#reader ??= new Handle(openSqliteReader(handle.database.location() ?? ''));
    return this.#reader;
  }

  renewStatements(): void {
    this.writer.handle.renewStatements();
    this.#closeReader();
  }

  #closeReader(): void {
    this.#reader?.database.close();
    this.#reader = undefined;
  }

  /** Queries answer at once: a loop over many rows would hold all others up to its end. */
  async acquireConnection(): Promise<Connection> {
    await giveTurn();
    return new Connection(this);
  }

  /** A transaction that was given up without an end leaves nothing. */
  releaseConnection = (connection: Connection) => connection.undo();
  beginTransaction = (connection: Connection) => connection.begin();
  commitTransaction = (connection: Connection) => connection.keep();
  rollbackTransaction = (connection: Connection) => connection.undo();

  async destroy(): Promise<void> {
    // The last connection to close brings all into the file.
    this.#closeReader();
    await this.writer.close();
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
