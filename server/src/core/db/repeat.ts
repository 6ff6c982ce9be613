import { setTimeout as delay } from 'node:timers/promises';

/** Of a fixed number of tries, four who save all the time used up twelve. */
const MAX_REPEAT_MS = 10_000;

/** Repeats work for as long as others are in its way; it must have no effect when it throws. */
export async function repeated<T>(
  work: () => Promise<T>,
  isWorthRepeating: (error: unknown, tried: number) => boolean,
): Promise<T> {
  const until = performance.now() + MAX_REPEAT_MS;
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthRepeating(error, tried) || performance.now() > until) throw error;
      await delay(Math.random() * 5 * 2 ** Math.min(tried, 6));
    }
  }
}
