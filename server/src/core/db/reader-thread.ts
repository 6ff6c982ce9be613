import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

export interface ReaderSettings {
  readonly file: string;
  readonly stop: Int32Array;
}
interface ReaderQuery {
  readonly sql: string;
  readonly parameters: SQLInputValue[];
}
export interface ReaderAnswer {
  readonly rows: unknown[];
  readonly error?: {
    readonly message: string;
    readonly code: string | undefined;
    readonly errcode: number | undefined;
  };
}

const MAX_CACHED_STATEMENTS = 100;
/** This thread may wait where the main one may not. */
const BUSY_MS = 5000;

const { file, stop } = workerData as ReaderSettings;
const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
database.exec(
  'pragma query_only = on; pragma cache_size = -32768; pragma temp_store = memory; pragma mmap_size = 268435456',
);
/** Asked for each row, with a column of it; ends the query once it took too long. */
database.function('may_go_on', (_row) => {
  if (Atomics.load(stop, 0) === 1) throw new Error('This read took too long');
  return 1;
});
const statements = new Map<string, StatementSync>();

function prepare(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known) return known;
  const statement = database.prepare(sql);
  if (statements.size >= MAX_CACHED_STATEMENTS) statements.clear();
  statements.set(sql, statement);
  return statement;
}

function answer({ sql, parameters }: ReaderQuery): ReaderAnswer {
  try {
    return { rows: prepare(sql).all(...parameters) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { rows: [], error: { message, code, errcode } };
  }
}

parentPort?.on('message', (message: ReaderQuery | 'close') => {
  if (message !== 'close') return parentPort?.postMessage(answer(message));
  database.close();
  parentPort?.close();
});
