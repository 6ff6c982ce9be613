import { setImmediate } from 'node:timers/promises';

/** JSON that is longer takes some milliseconds to parse. */
export const LONG_BYTES = 64 * 1024;

let last: Promise<void> = Promise.resolve();

/**
 * Runs work that holds the event loop for some milliseconds. What came at one moment from many
 * runs one after the other, and whatever else waits has its turn between two.
 */
export async function inOwnTurn<T>(work: () => T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = last;
  last = promise;
  try {
    await before;
    await setImmediate();
    return work();
  } finally {
    resolve();
  }
}
