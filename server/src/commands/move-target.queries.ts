import pg from 'pg';
import { migrations } from '../migrations/migrations.ts';
import { openStore } from '../platform/database/database.ts';
import { LEADER_LOCK } from '../platform/database/leadership.ts';
import { migrate } from '../platform/database/migrate.ts';
import { Refusal } from './refusal.ts';
import type { Table } from './move-source.queries.ts';
import { type Cell, createDigestSum, type Digest, NO_ROWS } from './table-digest.ts';
import { idsOf } from '../platform/ids.ts';

export interface Move {
  readonly source: string;
  /** Where the bytes of files go. */
  readonly files: string;
  readonly finishedAt: number | undefined;
}

export interface Target {
  /** Of the database as it is; none when it is not Clipline's yet. */
  steps(): Promise<readonly string[]>;
  /** Those of the given tables that exist. */
  existing(names: readonly string[]): Promise<readonly string[]>;
  /** By name, with PostgreSQL's words for the type. */
  columnsOf(table: string): Promise<ReadonlyMap<string, string>>;
  migrate(): Promise<void>;
  move(): Promise<Move | undefined>;
  /** Remembers that a move fills the database, and empties what migrations put there. */
  begin(source: string, files: string, tables: readonly Table[]): Promise<void>;
  /** How much of each table has come. */
  progress(): Promise<ReadonlyMap<string, Digest>>;
  /** Adds rows and remembers how much has come with them, both or none. */
  insert(table: Table, rows: readonly Cell[][], progress: Digest): Promise<void>;
  /** Forgets all rows that came, to begin anew. */
  clear(tables: readonly Table[]): Promise<void>;
  digestOf(table: Table): Promise<Digest>;
  /** Files go elsewhere than before, so that none has come. */
  filesGoTo(files: string): Promise<void>;
  compared(blobIds: readonly string[]): Promise<ReadonlySet<string>>;
  rememberCompared(blobIds: readonly string[]): Promise<void>;
  finish(tables: readonly Table[], at: number): Promise<void>;
  close(): Promise<void>;
}

const FETCHED = 2000;
const CONNECT_MS = 10_000;
/** PostgreSQL may need a moment to notice that an earlier move was killed. */
const LOCK_MS = 3000;
const LOCK_TIMED_OUT = '55P03';
const quoted = pg.escapeIdentifier;
const namesOf = (tables: readonly Table[]) => tables.map(({ name }) => quoted(name)).join(', ');
const listOf = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ');

/** What `rowSha256` computes, by the database from what it has stored. */
const rowSha256 = ({ columns }: Table): string => {
  const values = columns.map(
    ({ name }) =>
      `case when ${quoted(name)} is null then 'n' else octet_length(${quoted(name)}::text) || ':' || ${quoted(name)}::text end`,
  );
  return `sha256(convert_to(concat(${values.join(', ')}), 'UTF8'))`;
};

/** Says what is wrong without the URL, which may hold a password. */
export function targetFailure(error: unknown): Refusal {
  const { message, code } = error as { message?: string; code?: string };
  return new Refusal(`The target cannot be used: ${message || code || 'unknown reason'}.`);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'clipline move',
  });
  // What is asked next fails with it.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw targetFailure(error);
  }
  return client;
}

const all = async <T extends pg.QueryResultRow>(
  client: pg.Client,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> => (await client.query<T>(sql, values)).rows;

async function together(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const [row] = await all<{ found: boolean }>(
    client,
    'select to_regclass(quote_ident($1)) is not null as found',
    [name],
  );
  return row?.found === true;
}

const truncate = (client: pg.Client, tables: readonly Table[]) =>
  all(client, `truncate ${namesOf(tables)}`);

/** No running Clipline and no other move shares the database from here on. */
async function lock(client: pg.Client): Promise<void> {
  const [encoding] = await all<{ server_encoding: string }>(client, 'show server_encoding');
  if (encoding?.server_encoding !== 'UTF8')
    throw new Refusal(
      `The target has the encoding ${encoding?.server_encoding}; it must have UTF8.`,
    );
  await all(client, `set lock_timeout = ${LOCK_MS}`);
  await all(client, `select pg_advisory_lock(${LEADER_LOCK})`);
  await all(client, 'set lock_timeout = default');
}

async function migrateTarget(url: string): Promise<void> {
  const store = openStore({ DATABASE_URL: url, DATA_DIR: '' }, () => {});
  try {
    await migrate(store.db, migrations);
  } finally {
    await store.close();
  }
}

async function listSteps(client: pg.Client): Promise<string[]> {
  if (!(await exists(client, 'kysely_migration'))) return [];
  const rows = await all<{ name: string }>(
    client,
    'select name from kysely_migration order by name',
  );
  return rows.map(({ name }) => name);
}

async function listExisting(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const rows = await all<{ name: string }>(
    client,
    'select table_name as name from information_schema.tables where table_schema = current_schema() and table_name = any($1)',
    [names],
  );
  return rows.map(({ name }) => name);
}

async function readColumns(client: pg.Client, table: string): Promise<Map<string, string>> {
  const rows = await all<{ name: string; type: string }>(
    client,
    `select column_name as name, case is_generated when 'NEVER' then data_type else 'generated' end as type
     from information_schema.columns where table_schema = current_schema() and table_name = $1`,
    [table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

async function findMove(client: pg.Client): Promise<Move | undefined> {
  if (!(await exists(client, 'clipline_move'))) return undefined;
  const [row] = await all<{ source: string; files: string; finished_at: string | null }>(
    client,
    'select source, files, finished_at from clipline_move',
  );
  if (!row) return undefined;
  const { source, files, finished_at: at } = row;
  return { source, files, finishedAt: at === null ? undefined : Number(at) };
}

const begin = (client: pg.Client, source: string, files: string, tables: readonly Table[]) =>
  together(client, async () => {
    await all(
      client,
      'create table clipline_move (source text primary key, files text not null, finished_at bigint)',
    );
    await all(
      client,
      'create table clipline_move_tables (name text primary key, rows bigint not null, sum text not null)',
    );
    await all(client, 'create table clipline_move_blobs (id text primary key)');
    await all(client, 'insert into clipline_move (source, files) values ($1, $2)', [source, files]);
    await truncate(client, tables);
  });

async function readProgress(client: pg.Client): Promise<Map<string, Digest>> {
  const rows = await all<{ name: string; rows: string; sum: string }>(
    client,
    'select name, rows, sum from clipline_move_tables',
  );
  return new Map(rows.map(({ name, rows: count, sum }) => [name, { rows: Number(count), sum }]));
}

const insert = (
  client: pg.Client,
  table: Table,
  rows: readonly Cell[][],
  { rows: count, sum }: Digest,
) =>
  together(client, async () => {
    const objects = rows.map((row) =>
      Object.fromEntries(table.columns.map(({ name }, index) => [name, row[index]])),
    );
    await all(
      client,
      `insert into ${quoted(table.name)} (${listOf(table)}) select ${listOf(table)} from json_populate_recordset(null::${quoted(table.name)}, $1)`,
      [JSON.stringify(objects)],
    );
    await all(
      client,
      'insert into clipline_move_tables (name, rows, sum) values ($1, $2, $3) on conflict (name) do update set rows = excluded.rows, sum = excluded.sum',
      [table.name, count, sum],
    );
  });

const clear = (client: pg.Client, tables: readonly Table[]) =>
  together(client, async () => {
    await truncate(client, tables);
    await all(client, 'delete from clipline_move_tables');
  });

async function digestOf(client: pg.Client, table: Table): Promise<Digest> {
  const digest = createDigestSum();
  await together(client, async () => {
    await all(
      client,
      `declare row_digests no scroll cursor for select ${rowSha256(table)} as sha256 from ${quoted(table.name)}`,
    );
    for (;;) {
      const rows = await all<{ sha256: Buffer }>(client, `fetch ${FETCHED} from row_digests`);
      for (const { sha256 } of rows) digest.add(sha256);
      if (rows.length === 0) break;
    }
    await all(client, 'close row_digests');
  });
  return digest.now();
}

const saveDestination = (client: pg.Client, files: string) =>
  together(client, async () => {
    await all(client, 'update clipline_move set files = $1', [files]);
    await all(client, 'delete from clipline_move_blobs');
  });

async function findCompared(client: pg.Client, blobIds: readonly string[]): Promise<Set<string>> {
  const rows = await all<{ id: string }>(
    client,
    'select id from clipline_move_blobs where id = any($1)',
    [blobIds],
  );
  return new Set(idsOf(rows));
}

async function saveCompared(client: pg.Client, blobIds: readonly string[]): Promise<void> {
  await all(
    client,
    'insert into clipline_move_blobs (id) select unnest($1::text[]) on conflict do nothing',
    [blobIds],
  );
}

const finish = (client: pg.Client, tables: readonly Table[], at: number) =>
  together(client, async () => {
    // New rows must get numbers that none of those that came has.
    const serials = await all<{ name: string; column: string; sequence: string }>(
      client,
      `with own as materialized (
         select table_name as name, column_name as column from information_schema.columns
         where table_schema = current_schema() and table_name = any($1)
       ), numbered as (select *, pg_get_serial_sequence(quote_ident(name), own.column) as sequence from own)
       select * from numbered where sequence is not null`,
      [tables.map(({ name }) => name)],
    );
    for (const { name, column, sequence } of serials)
      await all(
        client,
        `select setval($1, max(${quoted(column)})) from ${quoted(name)} having max(${quoted(column)}) is not null`,
        [sequence],
      );
    await all(client, 'update clipline_move set finished_at = $1', [at]);
    await all(client, 'drop table clipline_move_blobs');
    await all(client, 'analyze');
  });

/**
 * Opens the database for one move, which no running Clipline and no other move shares. Passwords
 * are never told.
 */
export async function openTarget(url: string): Promise<Target> {
  const client = await connect(url);
  try {
    await lock(client);
  } catch (error) {
    await client.end();
    if ((error as { code?: string }).code === LOCK_TIMED_OUT)
      throw new Refusal('A Clipline runs on the target, or another move into it. Stop it first.');
    throw error instanceof Refusal ? error : targetFailure(error);
  }
  return {
    steps: () => listSteps(client),
    existing: (names) => listExisting(client, names),
    columnsOf: (table) => readColumns(client, table),
    migrate: () => migrateTarget(url),
    move: () => findMove(client),
    begin: (source, files, tables) => begin(client, source, files, tables),
    progress: () => readProgress(client),
    insert: (table, rows, progress) => insert(client, table, rows, progress),
    clear: (tables) => clear(client, tables),
    digestOf: (table) => digestOf(client, table),
    filesGoTo: (files) => saveDestination(client, files),
    compared: (blobIds) => findCompared(client, blobIds),
    rememberCompared: (blobIds) => saveCompared(client, blobIds),
    finish: (tables, at) => finish(client, tables, at),
    async close() {
      // Given back before it is gone, so that a move which follows at once finds the lock free.
      await all(client, 'select pg_advisory_unlock_all()').catch(() => {});
      await client.end();
    },
  };
}

export const progressOf = (progress: ReadonlyMap<string, Digest>, { name }: Table): Digest =>
  progress.get(name) ?? NO_ROWS;
