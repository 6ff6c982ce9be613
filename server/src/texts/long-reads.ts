import { ProductError } from '@clipline/contract/errors.ts';
import { type Db, isReadTooLong } from '../core/db/database.ts';
import { Queue } from '../core/queue.ts';

const MAX_WAIT_MS = 10_000;
const retryAfterSeconds = 1;

/** Reads that go over very many rows: searches, and pages far back in long lists. */
export interface LongReads {
  /**
   * Runs one read of a person after the other, and as many of one person as of another. One whose
   * caller is gone is left out. Throws UNAVAILABLE when newer reads replaced it, or when it
   * waited or ran too long.
   */
  run<T>(personId: string, gone: AbortSignal, read: (scans: Db) => Promise<T>): Promise<T>;
}

export function createLongReads(scans: Db): LongReads {
  const queue = new Queue({
    // As many as there are readers.
    running: 2,
    runningEach: 1,
    // Such as of several open pages.
    waitingEach: 3,
    retryAfterSeconds,
  });
  return {
    async run(personId, gone, read) {
      const late = AbortSignal.timeout(MAX_WAIT_MS);
      try {
        return await queue.run(personId, () => read(scans), AbortSignal.any([gone, late]));
      } catch (error) {
        throw isReadTooLong(error) ? new ProductError('UNAVAILABLE', {}, retryAfterSeconds) : error;
      }
    },
  };
}

declare module '../core/app.ts' {
  interface App {
    readonly longReads: LongReads;
  }
}
