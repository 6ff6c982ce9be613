import { ProductError } from '@clipline/contract/errors.ts';
import { type Db, isReadTooLong } from '../../platform/database/database.ts';

/** As many as there are readers. */
const MAX_RUNNING = 2;
/** Of one person, such as of several open pages. A newer read replaces the oldest. */
const MAX_WAITING_EACH = 3;
const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 1;

/** Reads that go over very many rows: searches, and pages far back in long lists. */
export interface LongReads {
  /**
   * Runs one read of a person after the other, and as many of one person as of another. One whose
   * caller is gone is left out. Throws UNAVAILABLE when newer reads replaced it, or when it
   * waited or ran too long.
   */
  run<T>(personId: string, gone: AbortSignal, read: (scans: Db) => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

const refusal = () => new ProductError('UNAVAILABLE', {}, RETRY_AFTER_SECONDS);

export function createLongReads(scans: Db): LongReads {
  /** By person, the one who has waited longest for a turn first. */
  const waiting = new Map<string, Waiting[]>();
  const running = new Set<string>();

  function begin(): void {
    for (const [personId, [next, ...others]] of waiting) {
      if (running.size >= MAX_RUNNING) return;
      if (running.has(personId)) continue;
      waiting.delete(personId);
      if (others.length > 0) waiting.set(personId, others);
      running.add(personId);
      next?.begin();
    }
  }

  function turnOf(personId: string, gone: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const others = (waiting.get(personId) ?? []).filter((each) => each !== own);
      if (others.length > 0) waiting.set(personId, others);
      else waiting.delete(personId);
      own.refuse();
    };
    const late = setTimeout(leave, MAX_WAIT_MS);
    const settled = () => {
      clearTimeout(late);
      gone.removeEventListener('abort', leave);
    };
    const own: Waiting = {
      begin: () => {
        settled();
        resolve();
      },
      refuse: () => {
        settled();
        reject(refusal());
      },
    };
    gone.addEventListener('abort', leave);
    const before = waiting.get(personId) ?? [];
    waiting.set(personId, [...before, own]);
    if (before.length >= MAX_WAITING_EACH) {
      before[0]?.refuse();
      waiting.set(personId, [...before.slice(1), own]);
    }
    if (gone.aborted) leave();
    else begin();
    return promise;
  }

  return {
    async run(personId, gone, read) {
      await turnOf(personId, gone);
      try {
        return await read(scans);
      } catch (error) {
        throw isReadTooLong(error) ? refusal() : error;
      } finally {
        running.delete(personId);
        // A user who was served last is last in turn.
        const others = waiting.get(personId);
        waiting.delete(personId);
        if (others) waiting.set(personId, others);
        begin();
      }
    },
  };
}
