import { type Dialect, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { isOutdatedStatement, withNames } from './postgres-names.ts';
import { endWhenSilent } from './postgres-silence.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and times fit a double exactly; as strings they would differ from SQLite's. */
const typesOf = ({ types }: typeof pg): pg.CustomTypesConfig => ({
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : (types.getTypeParser(oid, format) as (value: string) => unknown),
});

export interface Connections {
  readonly total: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
}

/**
 * A pool on the given database. `onError` hears of idle connections that broke; without a listener
 * they would end the process.
 */
export function postgresDialect(
  connectionString: string,
  onError: (error: Error) => void,
  { max, maxQueryMs }: { readonly max: number; readonly maxQueryMs?: number } = { max: 10 },
): { dialect: Dialect; connections: () => Connections } {
  let pool: pg.Pool | undefined;
  const open = async () => {
    // Only here: on SQLite it is never loaded.
    const { default: loaded } = await import('pg');
    const types = typesOf(loaded);
    pool = new loaded.Pool({
      connectionString,
      types,
      max,
      connectionTimeoutMillis: 5000,
      application_name: 'clipline',
    });
    pool.on('error', onError);
    // Of one in use the query hears, but without a listener its loss would end the process too.
    pool.on('connect', (client) => {
      client.on('error', () => {});
      // Not as a parameter of the connection, which PgBouncer would refuse.
      if (maxQueryMs !== undefined)
        client.query(`set statement_timeout = ${maxQueryMs}`).catch(() => {});
    });
    endWhenSilent(pool, loaded.Client, connectionString);
    return withNames(pool);
  };
  const connections = () => ({
    total: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    waiting: pool?.waitingCount ?? 0,
  });
  return { dialect: new PostgresDialect({ pool: open }), connections };
}

const code = (error: unknown) => (error as { code?: unknown } | null)?.code;
/**
 * Serialization failure, deadlock, or a statement prepared before a migration: the transaction did
 * nothing and may be run again.
 */
export const isRetryable = (error: unknown): boolean =>
  code(error) === '40001' || code(error) === '40P01' || isOutdatedStatement(error);
/**
 * A row with this key is there. Under serializable it may have come from a transaction at the same
 * time, instead of a serialization failure: run again, the work sees the row.
 * https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
export const isPostgresDuplicate = (error: unknown): boolean => code(error) === '23505';
/** It took longer than its connection allows. */
export const isPostgresTooLong = (error: unknown): boolean => code(error) === '57014';
export const isPostgresFull = (error: unknown): boolean => code(error) === '53100';
/** A row of another transaction came to refer to the one that was to go. */
export const isPostgresReferenced = (error: unknown): boolean => code(error) === '23503';
/** A row of a user who is not there. */
export const isPostgresOwnerGone = (error: unknown): boolean =>
  code(error) === '23503' &&
  /is not present in table "users"/.test(String((error as { detail?: unknown }).detail));
/** What the driver says without a code. */
const LOST =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;
/** The server is unreachable, starting, out of connections or read-only. */
export const isPostgresUnavailable = (error: unknown): boolean => {
  const value = typeof code(error) === 'string' ? (code(error) as string) : '';
  if (
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'EPIPE',
      '25006',
      '53300',
      '57P01',
      '57P02',
      '57P03',
    ].includes(value)
  )
    return true;
  return (
    value.startsWith('08') || (value === '' && error instanceof Error && LOST.test(error.message))
  );
};
