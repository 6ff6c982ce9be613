import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { migrations } from '../migrations/migrations.ts';
import type { Db } from '../core/db/database.ts';
import { migrate } from '../core/db/migrate.ts';
import { Refusal } from './refusal.ts';

/** Whichever comes first ends a lot, so that memory is bounded whatever rows hold. */
const LOT_ROWS = 1000;
const LOT_CHARACTERS = 1_000_000;

/** The database, or its schema, must be new. */
export async function holdsAnything(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select 1 from pg_class where relnamespace = current_schema()::regnamespace limit 1`.execute(
      db,
    );
  return rows.length > 0;
}

/** What rows refer to comes before them. */
function tablesOf(database: DatabaseSync): string[] {
  const names = database.prepare(
    `select name from pragma_table_list where schema = 'main' and type = 'table'
     and name not glob 'sqlite_*' and name not glob 'kysely_*' order by name`,
  );
  const references = database.prepare('select "table" as name from pragma_foreign_key_list(?)');
  const [seen, ordered] = [new Set<string>(), [] as string[]];
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const row of references.all(name)) visit(String(row['name']));
    ordered.push(name);
  };
  for (const row of names.all()) visit(String(row['name']));
  return ordered;
}

function columnsOf(database: DatabaseSync, table: string) {
  const columns = database.prepare('select name from pragma_table_info(?)').all(table);
  return sql.join(columns.map(({ name }) => sql.ref(String(name))));
}

/** Early versions saved NUL, which PostgreSQL cannot hold, where U+FFFD is saved now. */
function jsonOf(row: Record<string, unknown>): string {
  const json = JSON.stringify(row);
  if (!json.includes('\\u0000')) return json;
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
  );
}

function* lotsOf(database: DatabaseSync, table: string): Generator<string[]> {
  let [lot, size]: [string[], number] = [[], 0];
  const quoted = `"${table.replaceAll('"', '""')}"`;
  for (const row of database.prepare(`select * from ${quoted}`).iterate()) {
    const json = jsonOf(row);
    lot.push(json);
    size += json.length;
    if (lot.length < LOT_ROWS && size < LOT_CHARACTERS) continue;
    yield lot;
    [lot, size] = [[], 0];
  }
  if (lot.length > 0) yield lot;
}

async function carryTable(tx: Db, database: DatabaseSync, name: string): Promise<number> {
  const [table, columns] = [sql.table(name), columnsOf(database, name)];
  let carried = 0;
  for (const lot of lotsOf(database, name)) {
    const { rows } = await sql`insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, ${`[${lot.join()}]`})
      returning ${columns}`.execute(tx);
    if (rows.length !== lot.length || rows.some((row, at) => JSON.stringify(row) !== lot[at]))
      throw new Refusal(`PostgreSQL does not keep a row of ${name} as the backup has it.`);
    carried += lot.length;
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${table}`.execute(tx);
  if (rows[0]?.count !== carried)
    throw new Refusal(`PostgreSQL holds ${rows[0]?.count} rows of ${name} instead of ${carried}.`);
  return carried;
}

/** All or none. Returns how many there are. */
export async function carryRows(file: string, db: Db): Promise<number> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return await db.transaction().execute(async (tx) => {
      await migrate(tx, migrations);
      const tables = tablesOf(database);
      // A step may have put rows there.
      await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(tx);
      let carried = 0;
      for (const name of tables) carried += await carryTable(tx, database, name);
      return carried;
    });
  } finally {
    database.close();
  }
}
