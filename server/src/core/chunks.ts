import { setImmediate } from 'node:timers/promises';
import { idsOf } from './ids.ts';

/** A row, and about how much is written when it goes or comes back. */
export interface Weighed {
  readonly id: string;
  readonly bytes: number;
}

/** What a chunk may come to: making JSON of it takes a millisecond or two. */
export const CHUNK_BYTES = 256 * 1024;

/** Groups of so many at most, fewer where they are long; one that is longer is alone. */
export function* chunksOf<T>(
  things: readonly T[],
  maxCount: number,
  bytesOf: (thing: T) => number = () => 0,
): Generator<T[], void> {
  let chunk: T[] = [];
  let bytes = 0;
  for (const thing of things) {
    const more = bytesOf(thing);
    if (chunk.length > 0 && (chunk.length >= maxCount || bytes + more > CHUNK_BYTES)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(thing);
    bytes += more;
  }
  if (chunk.length > 0) yield chunk;
}

export const bytesOf = ({ bytes }: { readonly bytes: number }): number => bytes;

const MAX_IDS = 50;

/**
 * The ids in lots that SQLite writes in a moment each: what is deleted is overwritten, which takes
 * 20 to 50 ms a megabyte. Between two lots the event loop has its turn.
 */
export async function* idsInLots(things: readonly Weighed[]): AsyncGenerator<string[], void> {
  let isFirst = true;
  for (const lot of chunksOf(things, MAX_IDS, bytesOf)) {
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
