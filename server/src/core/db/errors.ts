const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};
const sqliteCodeOf = (error: unknown) => (error as { errcode?: number } | null)?.errcode ?? 0;
/** An extended code of SQLite has the one that it belongs to in its last byte. */
const isSqlite = (error: unknown, ...codes: number[]) => codes.includes(sqliteCodeOf(error) & 0xff);
const SQLITE = { busy: 5, locked: 6, readOnly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14 };
const SQLITE_NO_DATABASE = 26;
const SQLITE_REFERENCE = 787;

export class StoreGone extends Error {}
/** The commit that several transactions on SQLite share failed, and undid them all. */
export class GroupLost extends Error {}
export class ReadTooLong extends Error {}

export const isSqliteError = (error: unknown): error is Error =>
  codeOf(error) === 'ERR_SQLITE_ERROR';
export const isSqliteBusy = (error: unknown): boolean =>
  isSqlite(error, SQLITE.busy, SQLITE.locked);
export const isSqliteDamage = (error: unknown): boolean =>
  isSqlite(error, SQLITE.io, SQLITE.corrupt, SQLITE_NO_DATABASE);

export const isOutdatedStatement = (error: unknown): boolean =>
  codeOf(error) === '0A000' &&
  (error as Error).message === 'cached plan must not change result type';
/** Others were in the way: the transaction did nothing and may be run again. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) ||
  isOutdatedStatement(error) ||
  error instanceof GroupLost ||
  isSqliteBusy(error);
/**
 * A row with this key is there. Under serializable it may have come from a transaction at the same
 * time: run again, the work sees the row.
 * https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505';

const LOST =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;
const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'];
/** Read-only, out of connections, ended by an administrator, or starting. */
const NOT_SERVING = ['25006', '53300', '57P01', '57P02', '57P03'];

export const isStorageFull = (error: unknown): boolean =>
  isSqlite(error, SQLITE.full) || ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error));
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof StoreGone ||
  isSqlite(error, SQLITE.readOnly, SQLITE.io, SQLITE.cannotOpen) ||
  isRetryable(error) ||
  [...UNREACHABLE, ...NOT_SERVING].includes(codeOf(error)) ||
  codeOf(error).startsWith('08') ||
  (codeOf(error) === '' && error instanceof Error && LOST.test(error.message));
export const isNotWritable = (error: unknown): boolean =>
  isStorageFull(error) || isStoreUnavailable(error);
/** What a read writes besides: a store that takes nothing for now keeps no one from reading. */
export async function whereWritable<T>(writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing;
  } catch (error) {
    if (!isNotWritable(error)) throw error;
    return undefined;
  }
}

export const isStillReferenced = (error: unknown): boolean => codeOf(error) === '23503';
/**
 * What was to be written belongs to a user who was deleted meanwhile. On SQLite, where
 * transactions are one after the other, nothing else that they refer to can be gone.
 */
export const isOwnerGone = (error: unknown): boolean =>
  sqliteCodeOf(error) === SQLITE_REFERENCE ||
  (isStillReferenced(error) &&
    /is not present in table "users"/.test(String((error as { detail?: unknown }).detail)));
export const isReadTooLong = (error: unknown): boolean =>
  error instanceof ReadTooLong || codeOf(error) === '57014';
