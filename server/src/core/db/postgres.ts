import {
  type Dialect,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely';
import type pg from 'pg';
import type { Db } from './database.ts';
import { isOutdatedStatement } from './errors.ts';
import { newId } from '../ids.ts';
import { preparedTexts } from './prepared.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and times fit a double exactly; as strings they would differ from SQLite's. */
const typesOf = ({ types }: typeof pg): pg.CustomTypesConfig => ({
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : (types.getTypeParser(oid, format) as (value: string) => unknown),
});

export interface PoolOptions {
  readonly max: number;
  /** 0 waits until the system gives a silent connection up, which may take a quarter of an hour. */
  readonly silentMs: number;
  readonly maxQueryMs?: number;
}

const SILENT = 'Query read timeout';

let generation = 0;

/**
 * The client as Kysely uses it. What is asked all the time has a name, so that PostgreSQL parses and
 * plans it once for each connection: that goes through PgBouncer in session mode, as transactions
 * do.
 */
function namingClient(client: pg.PoolClient): PostgresPoolClient {
  let isSilent = false;
  async function ask(text: string, values: readonly unknown[]) {
    if (isSilent) throw new Error(SILENT);
    const number = preparedTexts.get(text);
    const name = number === undefined ? {} : { name: `c${generation}_${number}` };
    try {
      return await client.query({ text, values: [...values], ...name });
    } catch (error) {
      if (error instanceof Error && error.message === SILENT) isSilent = true;
      throw error;
    }
  }
  return {
    async query(text: string, values: readonly unknown[]) {
      try {
        return await ask(text, values);
      } catch (error) {
        if (!isOutdatedStatement(error)) throw error;
        generation += 1;
        // Inside a transaction only the whole of it can be run again.
        return ask(text, values).catch(() => {
          throw error;
        });
      }
    },
    release: () => client.release(isSilent),
  } as unknown as PostgresPoolClient;
}

/** Without a listener, an idle connection that breaks would end the process. */
export function postgresDialect(
  connectionString: string,
  onError: (error: Error) => void,
  { max, silentMs, maxQueryMs }: PoolOptions,
): { dialect: Dialect; pool: () => pg.Pool | undefined } {
  let pool: pg.Pool | undefined;
  async function open(): Promise<PostgresPool> {
    // Only here: on SQLite it is never loaded.
    const { default: loaded } = await import('pg');
    const opened = new loaded.Pool({
      connectionString,
      types: typesOf(loaded),
      max,
      connectionTimeoutMillis: 5000,
      query_timeout: silentMs,
      keepAlive: true,
      application_name: 'clipline',
    });
    pool = opened;
    opened.on('error', onError);
    opened.on('connect', (client) => {
      // Of one in use the query hears, but without a listener its loss would end the process too.
      client.on('error', () => {});
      // Not as a parameter of the connection, which PgBouncer would refuse.
      if (maxQueryMs !== undefined)
        client.query(`set statement_timeout = ${maxQueryMs}`).catch(() => {});
    });
    return {
      options: opened.options,
      connect: async () => namingClient(await opened.connect()),
      end: () => opened.end(),
    };
  }
  return { dialect: new PostgresDialect({ pool: open }), pool: () => pool };
}

const LOOKS = 8;

async function markSession(connection: Db): Promise<() => Promise<boolean>> {
  const mark = newId();
  await sql`select set_config('clipline.session', ${mark}, false)`.execute(connection);
  return async () => {
    const { rows } = await sql<{ mark: string | null }>`
      select current_setting('clipline.session', true) as mark`.execute(connection);
    return rows[0]?.mark === mark;
  };
}

/**
 * Whether what is set on a connection stays with it alone. A pooler that gives each transaction
 * whatever server is free gives two that ask in turn the same one, and two at once now this and now
 * that one.
 */
export async function keepsSessions(db: Db): Promise<boolean> {
  return db.connection().execute((one) =>
    db.connection().execute(async (other) => {
      const [ofOne, ofOther] = [await markSession(one), await markSession(other)];
      for (let looks = 0; looks < LOOKS; looks++) {
        // Twice of one, so that taking turns falls out of step.
        for (const isKept of [ofOne, ofOne, ofOther]) if (!(await isKept())) return false;
        if ((await Promise.all([ofOne(), ofOther()])).includes(false)) return false;
      }
      return true;
    }),
  );
}
