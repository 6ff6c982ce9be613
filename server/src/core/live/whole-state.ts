import { setImmediate } from 'node:timers/promises';

/** Texts that take a while to become one message. */
const LARGE_BYTES = 1024 * 1024;
let large: Promise<unknown> = Promise.resolve();

/** Work with large texts: one after the other, each in turns of the event loop of its own. */
function inTurn<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  if (bytes <= LARGE_BYTES) return work();
  const result = large.then(work);
  large = result.catch(() => {});
  return result;
}

/**
 * All of a long list, for an acknowledgement, which is a single message. Of large ones one is read
 * at a time: many at once would be ready, and be made messages, in one turn of the event loop.
 */
export function readWhole<T>(bytes: number, chunks: () => AsyncGenerator<T[], void>): Promise<T[]> {
  async function read(): Promise<T[]> {
    const all: T[] = [];
    for await (const chunk of chunks()) {
      // A store that returns at once would otherwise keep all others waiting to the end.
      if (all.length > 0) await setImmediate();
      all.push(...chunk);
    }
    return all;
  }
  return inTurn(bytes, read);
}
