import { setImmediate } from 'node:timers/promises';
import { EXCERPT_LENGTH } from '@clipline/contract/limits.ts';
import { findFirst, isBoundary } from '@clipline/contract/folding.ts';
import type { Match } from '@clipline/contract/schemas/common.ts';

/** Characters before what was found, where there is more after it than fits. */
const LEAD = 80;

/** The whole characters of a part, which may begin or end with half of one. */
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

/** Undefined where neither text nor names hold any of the words. */
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
    await setImmediate();
    const match = matchOf(searchedOf(thing), words);
    found.push(match ? { ...thing, match } : thing);
  }
  return found;
}
