import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Runs work that holds the event loop for some milliseconds. What came at one moment from many
 * runs one after the other, and whatever else waits has its turn between two.
 */
export async function inOwnTurn(work: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = last;
  last = promise;
  try {
    await before;
    await setImmediate();
    work();
  } finally {
    resolve();
  }
}
