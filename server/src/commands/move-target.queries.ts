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

/**
 * Opens the database for one move, which no running Clipline and no other move shares. Passwords
 * are never told.
 */
export async function openTarget(url: string): Promise<Target> {
  const client = await connect(url);
  const all = async <T extends pg.QueryResultRow>(
    sql: string,
    values: unknown[] = [],
  ): Promise<T[]> => (await client.query<T>(sql, values)).rows;
  const exists = async (name: string) =>
    (
      await all<{ found: boolean }>('select to_regclass(quote_ident($1)) is not null as found', [
        name,
      ])
    )[0]?.found === true;
  const together = async (work: () => Promise<void>) => {
    await client.query('begin');
    try {
      await work();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  };
  const truncate = (tables: readonly Table[]) => all(`truncate ${namesOf(tables)}`);

  try {
    const [encoding] = await all<{ server_encoding: string }>('show server_encoding');
    if (encoding?.server_encoding !== 'UTF8')
      throw new Refusal(
        `The target has the encoding ${encoding?.server_encoding}; it must have UTF8.`,
      );
    await all(`set lock_timeout = ${LOCK_MS}`);
    await all(`select pg_advisory_lock(${LEADER_LOCK})`);
    await all('set lock_timeout = default');
  } catch (error) {
    await client.end();
    if ((error as { code?: string }).code === LOCK_TIMED_OUT)
      throw new Refusal('A Clipline runs on the target, or another move into it. Stop it first.');
    throw error instanceof Refusal ? error : targetFailure(error);
  }

  return {
    steps: async () =>
      (await exists('kysely_migration'))
        ? (await all<{ name: string }>('select name from kysely_migration order by name')).map(
            ({ name }) => name,
          )
        : [],
    async existing(names) {
      const rows = await all<{ name: string }>(
        'select table_name as name from information_schema.tables where table_schema = current_schema() and table_name = any($1)',
        [names],
      );
      return rows.map(({ name }) => name);
    },
    async columnsOf(table) {
      const rows = await all<{ name: string; type: string }>(
        `select column_name as name, case is_generated when 'NEVER' then data_type else 'generated' end as type
         from information_schema.columns where table_schema = current_schema() and table_name = $1`,
        [table],
      );
      return new Map(rows.map(({ name, type }) => [name, type]));
    },
    async migrate() {
      const store = openStore({ DATABASE_URL: url, DATA_DIR: '' }, () => {});
      try {
        await migrate(store.db, migrations);
      } finally {
        await store.close();
      }
    },
    async move() {
      if (!(await exists('clipline_move'))) return undefined;
      const [row] = await all<{ source: string; files: string; finished_at: string | null }>(
        'select source, files, finished_at from clipline_move',
      );
      return (
        row && {
          source: row.source,
          files: row.files,
          finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
        }
      );
    },
    begin: (source, files, tables) =>
      together(async () => {
        await all(
          'create table clipline_move (source text primary key, files text not null, finished_at bigint)',
        );
        await all(
          'create table clipline_move_tables (name text primary key, rows bigint not null, sum text not null)',
        );
        await all('create table clipline_move_blobs (id text primary key)');
        await all('insert into clipline_move (source, files) values ($1, $2)', [source, files]);
        await truncate(tables);
      }),
    async progress() {
      const rows = await all<{ name: string; rows: string; sum: string }>(
        'select name, rows, sum from clipline_move_tables',
      );
      return new Map(
        rows.map(({ name, rows: count, sum }) => [name, { rows: Number(count), sum }]),
      );
    },
    insert: (table, rows, { rows: count, sum }) =>
      together(async () => {
        const objects = rows.map((row) =>
          Object.fromEntries(table.columns.map(({ name }, index) => [name, row[index]])),
        );
        await all(
          `insert into ${quoted(table.name)} (${listOf(table)}) select ${listOf(table)} from json_populate_recordset(null::${quoted(table.name)}, $1)`,
          [JSON.stringify(objects)],
        );
        await all(
          'insert into clipline_move_tables (name, rows, sum) values ($1, $2, $3) on conflict (name) do update set rows = excluded.rows, sum = excluded.sum',
          [table.name, count, sum],
        );
      }),
    clear: (tables) =>
      together(async () => {
        await truncate(tables);
        await all('delete from clipline_move_tables');
      }),
    async digestOf(table) {
      const digest = createDigestSum();
      await together(async () => {
        await all(
          `declare row_digests no scroll cursor for select ${rowSha256(table)} as sha256 from ${quoted(table.name)}`,
        );
        for (;;) {
          const rows = await all<{ sha256: Buffer }>(`fetch ${FETCHED} from row_digests`);
          for (const { sha256 } of rows) digest.add(sha256);
          if (rows.length === 0) break;
        }
        await all('close row_digests');
      });
      return digest.now();
    },
    filesGoTo: (files) =>
      together(async () => {
        await all('update clipline_move set files = $1', [files]);
        await all('delete from clipline_move_blobs');
      }),
    async compared(blobIds) {
      const rows = await all<{ id: string }>(
        'select id from clipline_move_blobs where id = any($1)',
        [blobIds],
      );
      return new Set(idsOf(rows));
    },
    async rememberCompared(blobIds) {
      await all(
        'insert into clipline_move_blobs (id) select unnest($1::text[]) on conflict do nothing',
        [blobIds],
      );
    },
    finish: (tables, at) =>
      together(async () => {
        // New rows must get numbers that none of those that came has.
        const serials = await all<{ name: string; column: string; sequence: string }>(
          `with own as materialized (
             select table_name as name, column_name as column from information_schema.columns
             where table_schema = current_schema() and table_name = any($1)
           ), numbered as (select *, pg_get_serial_sequence(quote_ident(name), own.column) as sequence from own)
           select * from numbered where sequence is not null`,
          [tables.map(({ name }) => name)],
        );
        for (const { name, column, sequence } of serials)
          await all(
            `select setval($1, max(${quoted(column)})) from ${quoted(name)} having max(${quoted(column)}) is not null`,
            [sequence],
          );
        await all('update clipline_move set finished_at = $1', [at]);
        await all('drop table clipline_move_blobs');
        await all('analyze');
      }),
    async close() {
      // Given back before it is gone, so that a move which follows at once finds the lock free.
      await all('select pg_advisory_unlock_all()').catch(() => {});
      await client.end();
    },
  };
}

export const progressOf = (progress: ReadonlyMap<string, Digest>, { name }: Table): Digest =>
  progress.get(name) ?? NO_ROWS;
