import { findWords, searchWords, type Span } from '@clipline/contract/folding.ts';

/** So much stands before the first word that is marked, where there is more than fits. */
const LEAD = 32;

/** Where the words of a search stand in a text, as the store compares them. */
export function marksIn(text: string, search: string): Span[] {
  const words = searchWords(search);
  return words.length === 0 ? [] : findWords(text, words);
}

/** The part of an excerpt that shows its first word in a few lines. */
export function leadingTo(excerpt: string, search: string): string {
  const text = excerpt.replace(/\s*\n\s*/g, ' ').trim();
  const start = marksIn(text, search)[0]?.start ?? 0;
  if (start <= LEAD) return text;
  const space = text.indexOf(' ', start - LEAD);
  const from = space >= 0 && space < start ? space + 1 : start;
  return `…${text.slice(from)}`;
}
