import { isNotWritable } from '../db/database.ts';

const AGAIN_MS = 2000;
const MAX_WAITING = 1000;

/** Does work under a key; see insisting. */
export type Insist = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Work that fails because the store takes nothing for now fails at once, and is done again until it
 * takes something, unless it is asked for under its key anew. While the process lives.
 */
export function insisting(againMs = AGAIN_MS): Insist {
  const waiting = new Map<string, () => Promise<unknown>>();
  return async function attempt(key, work) {
    try {
      const done = await work();
      waiting.delete(key);
      return done;
    } catch (error) {
      waiting.delete(key);
      if (isNotWritable(error) && waiting.size < MAX_WAITING) {
        waiting.set(key, work);
        const again = () => (waiting.get(key) === work ? attempt(key, work) : undefined);
        setTimeout(() => void again()?.catch(() => {}), againMs).unref();
      }
      throw error;
    }
  };
}
