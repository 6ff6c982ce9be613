import { ProductError } from '@clipline/contract/errors.ts';

const RETRY_AFTER_SECONDS = 5;

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** Runs work when its turn comes. `from` tells who asks: each of them has every so many-th turn. */
export type InTurn = <T>(from: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs so many at a time. Those who wait are served in turn, one work of each, however much one has
 * waiting. When `maxWaiting` wait, the one with most waiting loses the latest: it is told to come
 * back.
 */
export function createTurns(maxRunning: number, maxWaiting: number): InTurn {
  /** In the order of their next turn. */
  const queues = new Map<string, Waiting[]>();
  let [running, waiting] = [0, 0];

  function makeCapacity(from: string): boolean {
    if (waiting < maxWaiting) return true;
    let longest: Waiting[] = queues.get(from) ?? [];
    let key = from;
    for (const [other, queue] of queues)
      if (queue.length > longest.length) [key, longest] = [other, queue];
    if (key === from) return false;
    longest.pop()?.refuse();
    waiting--;
    return true;
  }

  function wait(from: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => reject(new ProductError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS));
      if (!makeCapacity(from)) return refuse();
      const queue = queues.get(from) ?? [];
      queue.push({ begin: resolve, refuse });
      queues.set(from, queue);
      waiting++;
    });
  }

  function next(): Waiting | undefined {
    for (const [from, queue] of queues) {
      queues.delete(from);
      const first = queue.shift();
      if (queue.length > 0) queues.set(from, queue);
      if (first) return first;
    }
    return undefined;
  }

  return async (from, work) => {
    if (running >= maxRunning) await wait(from);
    else running++;
    try {
      return await work();
    } finally {
      // Handed on, so that no other call slips in between.
      const following = next();
      if (following) {
        waiting--;
        following.begin();
      } else {
        running--;
      }
    }
  };
}
