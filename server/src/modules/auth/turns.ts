import { ProductError } from '@clipline/contract/errors.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Runs work in the order it came, so many at a time; whoever would wait behind `maxWaiting` others
 * is told to come back.
 */
export function createTurns(
  maxRunning: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting)
        throw new ProductError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);
      // Whoever ends hands its place on, so that nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
