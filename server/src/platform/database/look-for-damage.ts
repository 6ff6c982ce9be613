import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { damageOf } from './store-copies.ts';

/** A store of this size is looked through in the time that a thread takes to start. */
const SMALL_BYTES = 8 * 1024 ** 2;

/**
 * Undefined when the store is whole. Finding out takes 3 ms for each MB, most of it for the index
 * of the search: a large store is looked through on a thread of its own.
 */
export async function lookForDamage(file: string): Promise<string | undefined> {
  if (statSync(file).size <= SMALL_BYTES) return damageOf(file);
  // What this process loads beforehand, such as the watch over its parent, is of no use there.
  const worker = new Worker(new URL('./damage-worker.ts', import.meta.url), {
    workerData: file,
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The store could not be looked through')));
  return promise;
}
