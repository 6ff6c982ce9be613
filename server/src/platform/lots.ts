import { setImmediate } from 'node:timers/promises';
import { inChunksOf } from './http/stream-array.ts';
import { idsOf } from './ids.ts';

/** A row, and about how much is written when it goes or comes back. */
export interface Weighed {
  readonly id: string;
  readonly bytes: number;
}

const MAX_IDS = 50;

/**
 * The ids in lots that SQLite writes in a moment each: what is deleted is overwritten, which takes
 * 20 to 50 ms a megabyte. Between two lots the event loop has its turn.
 */
export async function* idsInLots(things: readonly Weighed[]): AsyncGenerator<string[], void> {
  let isFirst = true;
  for (const lot of inChunksOf(things, MAX_IDS)) {
    if (!isFirst) await setImmediate();
    isFirst = false;
    yield idsOf(lot);
  }
}

/** The same of all there is: `find` is asked again until it finds nothing more. */
export async function* allInLots(
  find: () => Promise<readonly Weighed[]>,
): AsyncGenerator<string[], void> {
  for (let things = await find(); things.length > 0; things = await find())
    yield* idsInLots(things);
}
