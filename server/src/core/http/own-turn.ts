import { setImmediate } from 'node:timers/promises';
import { FairQueue } from '../fair-queue.ts';
import { limitKeysOf } from './limit-keys.ts';

/** JSON that is longer takes some milliseconds to parse or to make. */
export const LONG_BYTES = 64 * 1024;

const turns = new FairQueue({ running: 1, retryAfterSeconds: 1 });

/**
 * Runs work that holds the event loop for some milliseconds, one in each of its turns: new
 * connections and whatever else waits come between, and one network has its work done as often as
 * another, however much it has.
 */
export const inOwnTurn = <T>(address: string, work: () => T): Promise<T> =>
  turns.run(limitKeysOf({ address }).own, async () => {
    await setImmediate();
    return work();
  });
