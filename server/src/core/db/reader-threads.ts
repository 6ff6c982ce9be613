import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReaderAnswer, ReaderSettings } from './reader-thread.ts';
import { isSqliteDamage } from './sqlite-file.ts';

/** A read was ended because it took too long. */
export class ReadTooLong extends Error {}

/** Far more than the search through a million texts takes. */
const MAX_READ_MS = 5000;

interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Set to 1, it ends a query that asks `may_go_on`. */
  readonly stop: Int32Array;
  query: Query | undefined;
  late: NodeJS.Timeout | undefined;
}

/**
 * Connections of threads of their own, read-only: what reads very many rows there leaves the event
 * loop free. They start with the first query.
 */
export class ReaderThreads {
  readonly #file: string;
  readonly #maxThreads: number;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Query[] = [];

  constructor(file: string, maxThreads: number) {
    this.#file = file;
    this.#maxThreads = maxThreads;
  }

  query<R>(sql: string, parameters: readonly unknown[] = []): Promise<R[]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    this.#waiting.push({ sql, parameters, resolve, reject });
    this.#assign();
    return promise as Promise<R[]>;
  }

  /** Threads finish what they read: ending one inside a query could end the process. */
  async close(): Promise<void> {
    await Promise.all(
      Array.from(this.#threads, async ({ worker }) => {
        const ended = once(worker, 'exit');
        worker.ref();
        worker.postMessage('close');
        await ended;
      }),
    );
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const idle = Array.from(this.#threads).find((thread) => thread.query === undefined);
      if (!idle && this.#threads.size >= this.#maxThreads) return;
      const thread = idle ?? this.#start();
      const query = this.#waiting.shift() as Query;
      thread.query = query;
      Atomics.store(thread.stop, 0, 0);
      thread.late = setTimeout(() => Atomics.store(thread.stop, 0, 1), MAX_READ_MS);
      thread.late.unref();
      thread.worker.postMessage({ sql: query.sql, parameters: query.parameters });
    }
  }

  #start(): Thread {
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const settings: ReaderSettings = { file: this.#file, stop };
    // What this process loads beforehand, such as the watch over its parent, is of no use there;
    // and by its environment `node --watch` has a thread tell here what it imports.
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      workerData: settings,
      execArgv: [],
      env: {},
    });
    worker.unref();
    const thread: Thread = { worker, stop, query: undefined, late: undefined };
    const end = (settle: (query: Query) => void) => {
      clearTimeout(thread.late);
      const { query } = thread;
      thread.query = undefined;
      if (query) settle(query);
    };
    worker.on('message', ({ rows, error }: ReaderAnswer) => {
      end((query) => {
        if (error === undefined) query.resolve(rows);
        else if (Atomics.load(stop, 0) === 1 && !isSqliteDamage(error))
          query.reject(new ReadTooLong());
        else query.reject(Object.assign(new Error(error.message), error));
      });
      this.#assign();
    });
    const broken = (error: Error) => {
      this.#threads.delete(thread);
      end((query) => query.reject(error));
      this.#assign();
    };
    worker.on('error', (error) => broken(error as Error));
    worker.on('exit', () => broken(new Error('A reader of the store ended')));
    this.#threads.add(thread);
    return thread;
  }
}
