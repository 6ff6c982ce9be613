import { type Expression, sql, type SqlBool } from 'kysely';
import type { Db } from './database.ts';
import { ReaderAdapter } from './sqlite-reader.ts';

/**
 * What a read that may go over very many rows asks for each of them, by a column: a reader of
 * SQLite ends it there when it takes too long. It is true where nothing has to be asked: PostgreSQL
 * ends such a read by itself, and what runs on the event loop is short. Not for `prepared` queries,
 * which are the same on both connections of SQLite.
 */
export const mayGoOn = (db: Db, column: Expression<unknown>): Expression<SqlBool> =>
  db.getExecutor().adapter instanceof ReaderAdapter
    ? sql<SqlBool>`may_go_on(${column})`
    : sql<SqlBool>`1 = 1`;
