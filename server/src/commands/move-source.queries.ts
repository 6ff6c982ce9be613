import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { migrations } from '../migrations/migrations.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Schema } from '../platform/database/schema.ts';
import { isSqliteBusy } from '../platform/database/sqlite-file.ts';
import { sqliteDialect } from '../platform/database/sqlite.ts';
import { Refusal } from './refusal.ts';
import { type Cell, createDigestSum, type Digest, rowSha256 } from './table-digest.ts';

export interface Column {
  readonly name: string;
  readonly kind: 'text' | 'number';
}
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}
export type SourceBlob = Readonly<Record<'id' | 'sha256', string>>;

export interface Source {
  /** Tells this store from every other. */
  readonly id: string;
  readonly steps: readonly string[];
  /** What rows refer to comes before them. */
  readonly tables: readonly Table[];
  /** In an order that stays while the store is not written. */
  rows(table: Table): Iterable<Cell[]>;
  /** After this key. */
  blobs(after: string, limit: number): SourceBlob[];
  countBlobs(): number;
  knows(blobId: string): boolean;
  close(): void;
}

const KINDS: Readonly<Record<string, Column['kind']>> = {
  text: 'text',
  integer: 'number',
  bigint: 'number',
};
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

type TableEntry = Readonly<Record<'schema' | 'name' | 'type', string>>;

function columnsOf(database: DatabaseSync, table: string): Column[] {
  const columns = database.prepare(`pragma table_xinfo(${quoted(table)})`).all() as {
    name: string;
    type: string;
    hidden: number;
  }[];
  return columns.map(({ name, type, hidden }) => {
    const kind = KINDS[type.toLowerCase()];
    if (!kind || hidden !== 0)
      throw new Refusal(
        `Column ${table}.${name} is of a type that a move cannot carry: ${type || 'none'}.`,
      );
    return { name, kind };
  });
}

function tableNames(database: DatabaseSync): string[] {
  const entries = (database.prepare('pragma table_list').all() as TableEntry[]).filter(
    ({ schema, name }) =>
      schema === 'main' && !name.startsWith('sqlite_') && !name.startsWith('kysely_'),
  );
  for (const { name, type } of entries)
    if (type !== 'table' && type !== 'shadow')
      throw new Refusal(`A move does not know how to carry ${name}, a ${type}.`);
  return entries.map(({ name }) => name);
}

function inOrderOfReference(database: DatabaseSync, names: readonly string[]): string[] {
  const ordered: string[] = [];
  const visiting = new Set<string>();
  const visit = (name: string) => {
    if (ordered.includes(name)) return;
    if (visiting.has(name))
      throw new Refusal(`Rows of ${name} refer to each other, which a move cannot carry.`);
    visiting.add(name);
    const references = database.prepare(`pragma foreign_key_list(${quoted(name)})`).all() as {
      table: string;
    }[];
    for (const { table } of references) visit(table);
    ordered.push(name);
  };
  for (const name of names.toSorted()) visit(name);
  return ordered;
}

const tablesOf = (database: DatabaseSync): Table[] =>
  inOrderOfReference(database, tableNames(database)).map((name) => ({
    name,
    columns: columnsOf(database, name),
  }));

/** What would be changed on the way is found here, rather than by a digest in the end. */
function checked(table: Table, row: Cell[]): Cell[] {
  table.columns.forEach(({ name, kind }, index) => {
    const value = row[index];
    const isSound = kind === 'text' ? typeof value === 'string' : Number.isSafeInteger(value);
    if (value !== null && !isSound)
      throw new Refusal(`A row of ${table.name} holds in ${name} what a move cannot carry.`);
    if (typeof value === 'string' && value.includes('\0'))
      throw new Refusal(
        `A row of ${table.name} holds a NUL character in ${name}, which PostgreSQL cannot keep.`,
      );
  });
  return row;
}

/** By the key where the rows lie in its order, else as they came. */
function orderOf(database: DatabaseSync, { name }: Table): string {
  const { wr } = database
    .prepare(`select wr from pragma_table_list where schema = 'main' and name = ?`)
    .get(name) as { wr: number };
  if (wr === 0) return 'rowid';
  const keys = database
    .prepare('select name from pragma_table_xinfo(?) where pk > 0 order by pk')
    .all(name) as { name: string }[];
  return keys.map((key) => quoted(key.name)).join(', ');
}

function* rowsOf(database: DatabaseSync, table: Table): Generator<Cell[]> {
  const statement = database.prepare(
    `select ${table.columns.map(({ name }) => quoted(name)).join(', ')} from ${quoted(table.name)} order by ${orderOf(database, table)}`,
  );
  statement.setReturnArrays(true);
  for (const row of statement.iterate()) yield checked(table, row as unknown as Cell[]);
}

/** Opens the store so that no other process writes it until it is closed. It stays as it is. */
export function openSource(file: string): Source {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin immediate');
    const steps = database
      .prepare('select name, timestamp from kysely_migration order by name')
      .all() as {
      name: string;
      timestamp: string;
    }[];
    const blobs = database.prepare('select id, sha256 from blobs where id > ? order by id limit ?');
    const known = database.prepare('select 1 from blobs where id = ?');
    return {
      // No two stores took their first step in the same millisecond.
      id: steps[0]?.timestamp ?? '',
      steps: steps.map(({ name }) => name),
      tables: tablesOf(database),
      rows: (table) => rowsOf(database, table),
      blobs: (after, limit) => blobs.all(after, limit) as SourceBlob[],
      countBlobs: () =>
        (database.prepare('select count(*) as count from blobs').get() as { count: number }).count,
      knows: (blobId) => known.get(blobId) !== undefined,
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    if (isSqliteBusy(error))
      throw new Refusal(`${file} is being written by another program. Stop it first.`);
    throw error;
  }
}

/** What a database holds that was never used: migrations may put rows. */
export async function digestsOfNewStore(): Promise<ReadonlyMap<string, Digest>> {
  const database = new DatabaseSync(':memory:');
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database) });
  await migrate(db, migrations);
  const digests = tablesOf(database).map((table): [string, Digest] => {
    const sum = createDigestSum();
    for (const row of rowsOf(database, table)) sum.add(rowSha256(row));
    return [table.name, sum.now()];
  });
  await db.destroy();
  return new Map(digests);
}
