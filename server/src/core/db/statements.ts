import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';

const MAX_CACHED = 500;
/** Stands first, or node:sqlite would take an object among the values for named parameters. */
const NO_NAMES = {};

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  readonly emptyRow: Readonly<Record<string, unknown>>;
}

export class Statements {
  readonly database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** After a change of the schema: what `select *` returns may have changed. */
  renew(): void {
    this.#prepared.clear();
  }

  run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, columns, emptyRow } = this.#prepared.get(sql) ?? this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (columns.length === 0)
      return { rows: [], numAffectedRows: BigInt(statement.run(NO_NAMES, ...values).changes) };
    const found = statement.all(NO_NAMES, ...values) as unknown as SQLOutputValue[][];
    const rows = found.map((each) => {
      const row: Record<string, unknown> = { ...emptyRow };
      for (let index = 0; index < columns.length; index++)
        row[columns[index] as string] = each[index];
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
    if (this.#prepared.size >= MAX_CACHED) this.#prepared.clear();
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
