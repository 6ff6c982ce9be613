import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  CompiledQuery as Query,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isSqliteBusy, isSqliteDamage, presenceOf } from './sqlite-file.ts';

/**
 * How long a write waits for another process that holds the store, such as a backup tool, before it
 * is refused.
 */
const MAX_BUSY_MS = 10_000;
const COMMIT = 'commit';
const MAX_CACHED_STATEMENTS = 500;
/** So long may those who ask one after the other hold the event loop. */
const MAX_TURN_MS = 8;

/**
 * node:sqlite takes an object as first parameter for named ones and shifts the rest silently, so
 * only scalars may pass.
 */
function bindable(value: unknown): SQLInputValue {
  if (
    value === null ||
    ['number', 'bigint', 'string'].includes(typeof value) ||
    value instanceof Uint8Array
  )
    return value as SQLInputValue;
  if (typeof value === 'boolean') return value ? 1 : 0;
  throw new TypeError(`SQLite cannot bind ${typeof value}`);
}

type SqliteRow = Readonly<Record<string, unknown>>;

/** A statement and, when it answers rows, what one of them looks like. */
interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  readonly emptyRow: SqliteRow;
}

/** It may change what `select *` answers. */
const isSchemaChange = (sql: string) => /^\s*(create|alter|drop)\b/i.test(sql);

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #giveWay: (ms: number) => Promise<void>;
  readonly #requireFile: () => void;
  readonly #onDamage: () => void;
  readonly #statements = new Map<string, Prepared>();

  /** `giveWay` lets others use the connection for a while. */
  constructor(
    database: DatabaseSync,
    giveWay: (ms: number) => Promise<void>,
    onDamage: () => void,
  ) {
    this.#database = database;
    this.#onDamage = onDamage;
    this.#giveWay = giveWay;
    this.#requireFile = presenceOf(database);
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    // The objects that node:sqlite makes of rows take as long as reading them, and asking for the
    // columns each time half as long.
    statement.setReturnArrays(true);
    const columns = statement.columns().map(({ name }) => name);
    const prepared = {
      statement,
      columns,
      emptyRow: Object.fromEntries(columns.map((name) => [name, null])),
    };
    if (isSchemaChange(sql) || this.#statements.size >= MAX_CACHED_STATEMENTS)
      this.#statements.clear();
    if (!isSchemaChange(sql)) this.#statements.set(sql, prepared);
    return prepared;
  }

  /**
   * Waiting inside SQLite would block the event loop, so a busy store is asked again from here.
   * Readers, whom another process's lock does not concern, and other writers, who wait as long as
   * this one, have their turns meanwhile.
   */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = query.parameters.map(bindable);
    const endsTransaction = query.sql === COMMIT;
    const writesAlone = !this.#database.isTransaction && query.query.kind !== 'SelectQueryNode';
    if (endsTransaction || writesAlone) this.#requireFile();
    const deadline = performance.now() + MAX_BUSY_MS;
    for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
      try {
        return this.#run<R>(this.#prepare(query.sql), parameters);
      } catch (error) {
        if (isSqliteDamage(error)) this.#onDamage();
        if (!isSqliteBusy(error) || this.#database.isTransaction || performance.now() > deadline)
          throw error;
        await this.#giveWay(wait);
      }
    }
  }

  #run<R>({ statement, columns, emptyRow }: Prepared, parameters: SQLInputValue[]): QueryResult<R> {
    if (columns.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    }
    const rows = (statement.all(...parameters) as unknown as SQLOutputValue[][]).map((values) => {
      const row: Record<string, unknown> = { ...emptyRow };
      for (let index = 0; index < columns.length; index++)
        row[columns[index] as string] = values[index];
      return row;
    });
    return { rows: rows as R[] };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming would hold the only connection');
  }
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #waiting: (() => void)[] = [];
  #taken = false;
  /** When the event loop's turn began in which the connection was asked for first. */
  #turnBegan: number | undefined;

  constructor(database: DatabaseSync, onDamage: () => void) {
    this.#database = database;
    const giveWay = async (ms: number) => {
      await this.releaseConnection();
      await delay(ms);
      await this.acquireConnection();
    };
    this.#connection = new SqliteConnection(database, giveWay, onDamage);
  }

  async init(): Promise<void> {}

  /**
   * Queries answer without leaving the event loop's turn, so a loop over many rows would hold it to
   * its end: whoever asks again after a while waits for the next turn.
   */
  async #giveTurns(): Promise<void> {
    const now = performance.now();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      setImmediate(() => (this.#turnBegan = undefined));
    } else if (now - this.#turnBegan > MAX_TURN_MS) {
      await nextTurn();
    }
  }

  /** One connection: a transaction keeps everybody else out until it ends. */
  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#giveTurns();
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }

  /** Immediate, because upgrading a reader to a writer half-way fails without a way to wait. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(Query.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(Query.raw(COMMIT));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk or an I/O error has rolled back already.
    if (this.#database.isTransaction) await connection.executeQuery(Query.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#database.close();
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

  /**
   * Kysely's own turns would let nobody in while somebody gives way; the driver above has turns for
   * its one connection.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** `onDamage` hears of each time that the file could not be read or written. */
export const sqliteDialect = (database: DatabaseSync, onDamage: () => void): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createDriver: () => new SqliteDriver(database, onDamage),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
