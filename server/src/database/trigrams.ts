import { createHash } from 'node:crypto';
import { sql } from 'kysely';

/**
 * Longer texts, in characters, are left out of the trigrams: entering one would hold everybody up.
 */
export const LONG_TEXT = 32_768;
/**
 * So many that may match are looked at one by one; beyond, looking through everything is faster.
 */
export const MAX_CANDIDATES = 2000;
/** More trigrams rule out hardly anything more. */
const MAX_TRIGRAMS = 30;
/**
 * Places of one owner; owners whose hashes are equal share them, and only speed is shared with
 * them.
 */
export const PLACES = 2 ** 31;

/**
 * Where the places of an owner begin in an index of trigrams: neighbours, so that a search passes
 * over nobody else's.
 */
export const firstPlace = (ownerId: string): number =>
  (createHash('sha256').update(ownerId).digest().readUIntBE(0, 3) % 2 ** 21) * PLACES;

/** The place after the last that is taken from `first` to `last`. */
export const nextPlace = (table: 'clip_search' | 'room_places', first: number, last: number) =>
  sql<number>`(select coalesce(max(place), ${first}) + 1 from ${sql.table(table)} where place between ${first} and ${last})`;

/** What `match` is asked for: all trigrams of the words. Undefined when every word is shorter. */
export function trigramsOf(words: readonly string[]): string | undefined {
  const trigrams = words.flatMap((word) => {
    const letters = Array.from(word);
    return letters.slice(2).map(
      (_, index) =>
        `"${letters
          .slice(index, index + 3)
          .join('')
          .replaceAll('"', '""')}"`,
    );
  });
  const asked = [...new Set(trigrams)].slice(0, MAX_TRIGRAMS);
  return asked.length === 0 ? undefined : asked.join(' ');
}
