import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

interface ReaderQuery {
  readonly id: number;
  readonly sql: string;
  readonly parameters: SQLInputValue[];
}
export interface ReaderAnswer {
  readonly id: number;
  readonly rows: unknown[];
  readonly error?: { readonly message: string; readonly errcode: number | undefined };
}

const MAX_CACHED_STATEMENTS = 100;
/** This thread may wait where the main one may not. */
const BUSY_MS = 5000;

const database = new DatabaseSync(workerData as string, { readOnly: true, timeout: BUSY_MS });
database.exec(
  'pragma query_only = on; pragma cache_size = -32768; pragma temp_store = memory; pragma mmap_size = 268435456',
);
const statements = new Map<string, StatementSync>();

function prepare(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known) return known;
  const statement = database.prepare(sql);
  if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear();
  statements.set(sql, statement);
  return statement;
}

function answer({ id, sql, parameters }: ReaderQuery): ReaderAnswer {
  try {
    return { id, rows: prepare(sql).all(...parameters) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { id, rows: [], error: { message, errcode } };
  }
}

parentPort?.on('message', (message: ReaderQuery | 'close') => {
  if (message !== 'close') return parentPort?.postMessage(answer(message));
  database.close();
  parentPort?.close();
});
