import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { isSqliteBusy } from './sqlite-file.ts';

/**
 * How long a call waits for another process that holds the store, such as a backup tool, before it
 * is refused.
 */
const MAX_BUSY_MS = 10_000;
const MAX_CACHED_STATEMENTS = 500;

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

/** A statement and, when it returns rows, what one of them looks like. */
interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  readonly emptyRow: SqliteRow;
}

/** One connection to a store, with the statements that were prepared on it. */
export class SqliteHandle {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  #hasNewSchema = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  run<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    return this.#run<R>(this.#prepare(sql), parameters.map(bindable));
  }

  /** What `select *` returns may have changed, here or on another connection. */
  renewStatements(): void {
    this.#statements.clear();
    this.#hasNewSchema = true;
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    // SQLite hears of another connection's change when it reads, not when it prepares.
    if (this.#hasNewSchema) this.#database.prepare('select 1 from sqlite_schema').get();
    this.#hasNewSchema = false;
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
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
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
}

/**
 * Waiting inside SQLite would block the event loop, so a store that another process holds is asked
 * again from here. `pause` lets others have their turns meanwhile.
 */
export async function patiently<T>(
  ask: () => T,
  pause: (ms: number) => Promise<void> = delay,
): Promise<T> {
  const deadline = performance.now() + MAX_BUSY_MS;
  for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
    try {
      return ask();
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > deadline) throw error;
      await pause(wait);
    }
  }
}
