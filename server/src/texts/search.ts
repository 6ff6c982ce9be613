import { EXCERPT_LENGTH } from '@clipline/contract/limits.ts';
import { findFirst, isBoundary } from '@clipline/contract/folding.ts';
import type { DateRange, Match } from '@clipline/contract/schemas/common.ts';
import type { Db } from '../core/db/database.ts';
import { giveTurn, Queue } from '../core/queue.ts';

/** Characters before what was found, where there is more after it than fits. */
const LEAD = 80;

const charactersOf = (part: string): string[] => [...part].filter((each) => each.isWellFormed());

/** Around the first of the words, as it is written; undefined where there is none. */
export function excerptOf(text: string, words: readonly string[]): string | undefined {
  const hit = findFirst(text, words);
  if (!hit) return undefined;
  const room = EXCERPT_LENGTH * 2;
  const before = charactersOf(text.slice(Math.max(0, hit.start - room), hit.start));
  const after = charactersOf(text.slice(hit.start, hit.start + room));
  const found = charactersOf(text.slice(hit.start, hit.end)).length;
  const wanted = Math.max(LEAD, EXCERPT_LENGTH - after.length);
  const lead = Math.max(0, Math.min(wanted, before.length, EXCERPT_LENGTH - found));
  let start = hit.start - before.slice(before.length - lead).join('').length;
  while (start < hit.start && !isBoundary(text, start)) start++;
  let end = hit.start + after.slice(0, EXCERPT_LENGTH - lead).join('').length;
  while (end > hit.end && !isBoundary(text, end)) end--;
  return text.slice(start, end);
}

interface Searched {
  readonly text: string;
  readonly names: readonly string[];
}

export function matchOf({ text, names }: Searched, words: readonly string[]): Match | undefined {
  const excerpt = excerptOf(text, words);
  if (excerpt !== undefined) return { where: 'text', excerpt };
  const name = names.find((each) => findFirst(each, words));
  return name === undefined ? undefined : { where: 'file', excerpt: name };
}

/** What was found, each with where; as it came where nothing was searched. */
export async function withMatches<T extends object>(
  things: readonly T[],
  words: readonly string[],
  searchedOf: (thing: T) => Searched,
): Promise<(T & { match?: Match })[]> {
  if (words.length === 0) return [...things];
  const found: (T & { match?: Match })[] = [];
  for (const thing of things) {
    // The longest text takes some 20 ms to look through.
    await giveTurn();
    const match = matchOf(searchedOf(thing), words);
    found.push(match ? { ...thing, match } : thing);
  }
  return found;
}

/** Intl knows zones that Temporal has under another name alone, and some that it has not at all. */
function inZone(instant: Temporal.Instant, timeZone: string): Temporal.ZonedDateTime {
  const otherName = () => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  for (const name of [() => timeZone, otherName])
    try {
      return instant.toZonedDateTimeISO(name());
    } catch {
      // The next may do.
    }
  return instant.toZonedDateTimeISO('UTC');
}

/**
 * Where a range begins: with today, with Monday, with the first of the month, where the caller
 * lives; undefined for all time. A zone that is not known counts as UTC.
 */
export function startOfRange(range: DateRange, now: number, timeZone = 'UTC'): number | undefined {
  if (range === 'all') return undefined;
  const today = inZone(Temporal.Instant.fromEpochMilliseconds(now), timeZone).startOfDay();
  const days = { today: 0, week: today.dayOfWeek - 1, month: today.day - 1 }[range];
  return today.subtract({ days }).startOfDay().epochMilliseconds;
}

const MAX_WAIT_MS = 10_000;

/** Reads that go over very many rows: searches, and pages far back in long lists. */
export function createLongReads(scans: Db) {
  const queue = new Queue({
    // As many as there are readers.
    running: 2,
    runningEach: 1,
    // Such as of several open pages.
    waitingEach: 3,
    retryAfterSeconds: 1,
  });
  return {
    /**
     * Runs one read of a person after the other, and as many of one person as of another. One whose
     * caller is gone is left out. Throws UNAVAILABLE when newer reads replaced it, or when it
     * waited or ran too long.
     */
    run<T>(personId: string, gone: AbortSignal, read: (scans: Db) => Promise<T>): Promise<T> {
      const late = AbortSignal.timeout(MAX_WAIT_MS);
      return queue.run(personId, () => read(scans), AbortSignal.any([gone, late]));
    },
  };
}

declare module '../core/app.ts' {
  interface App {
    readonly longReads: ReturnType<typeof createLongReads>;
  }
}
