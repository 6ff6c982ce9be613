import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and times fit a double exactly; as strings they would differ from SQLite's. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
};

/** A pool on the given database. `onError` hears of idle connections that broke; without a listener they would end the process. */
export function postgresDialect(connectionString: string, onError: (error: Error) => void): Dialect {
  const pool = new pg.Pool({ connectionString, types, max: 10, connectionTimeoutMillis: 5000, application_name: 'clipline' });
  pool.on('error', onError);
  return new PostgresDialect({ pool });
}

const code = (error: unknown) => (error as { code?: unknown } | null)?.code;
/** Serialization failure or deadlock: the transaction did nothing and may be run again. */
export const isRetryable = (error: unknown): boolean => code(error) === '40001' || code(error) === '40P01';
/**
 * A row with this key is there. Under serializable it may have come from a transaction at the same time, in place of a
 * serialization failure: run again, the work sees the row. https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
export const isPostgresDuplicate = (error: unknown): boolean => code(error) === '23505';
export const isPostgresFull = (error: unknown): boolean => code(error) === '53100';
/** A row of another transaction came to refer to the one that was to go. */
export const isPostgresReferenced = (error: unknown): boolean => code(error) === '23503';
/** The server is unreachable, starting or out of connections. */
export const isPostgresUnavailable = (error: unknown): boolean => {
  const value = typeof code(error) === 'string' ? (code(error) as string) : '';
  return ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', '53300', '57P01', '57P02', '57P03'].includes(value) || value.startsWith('08');
};
