import { idsOf } from './ids.ts';

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

const LOT = 50;

/** `find` is asked until it finds nothing more. SQLite removes a lot in a moment. */
export async function* allInLots(
  find: () => Promise<readonly { readonly id: string }[]>,
): AsyncGenerator<string[], void> {
  for (let things = await find(); things.length > 0; things = await find())
    for (const lot of chunksOf(things, LOT)) yield idsOf(lot);
}

export const allOf = async <T>(chunks: AsyncIterable<readonly T[]>): Promise<T[]> =>
  (await Array.fromAsync(chunks)).flat();
