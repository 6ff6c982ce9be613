import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { readLimit } from './read-limit.ts';
import { Statements } from './statements.ts';

export interface ReaderQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly most: number;
}
export interface ReaderAnswer {
  readonly rows: unknown[];
  readonly error?: {
    readonly message: string;
    readonly code: string | undefined;
    readonly errcode: number | undefined;
    readonly isTooLong: boolean;
  };
}

// This thread may wait where the main one may not.
const database = new DatabaseSync(workerData as string, { readOnly: true, timeout: 5000 });
database.exec(
  'pragma query_only = on; pragma cache_size = -32768; pragma temp_store = memory; pragma mmap_size = 268435456',
);
let mayGoOn = () => true;
/** Asked for each row, with a column of it, or SQLite would ask once. */
database.function('may_go_on', (_row) => {
  if (!mayGoOn()) throw new Error('This read took too long');
  return 1;
});
const statements = new Statements(database);

function answer({ sql, parameters, most }: ReaderQuery): ReaderAnswer {
  mayGoOn = readLimit(most);
  try {
    return { rows: statements.run(sql, parameters).rows };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    const isTooLong = message === 'This read took too long';
    return { rows: [], error: { message, code, errcode, isTooLong } };
  }
}

parentPort?.on('message', (message: ReaderQuery | 'close') => {
  if (message !== 'close') return parentPort?.postMessage(answer(message));
  database.close();
  parentPort?.close();
});
