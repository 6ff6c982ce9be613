import { findWords, searchWords, type Span } from '@clipline/contract/folding.ts';
import { parseUrl } from '@clipline/contract/web-address.ts';

export { beginningOf, LONG_TEXT } from '@clipline/contract/text-kinds.ts';

export const excerpt = (text: string, length = 60): string => {
  const line = text.trim().slice(0, 200).replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};

export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

/** Only these two; and what ends a sentence or a bracket around an address is not part of it. */
const ADDRESS = /https?:\/\/[^\s/<>"'`][^\s<>"'`]*/gi;
const TRAILING = new Set('.,;:!?…»”’)]}');
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** More in one text are not made into elements: tens of thousands would hold the page for seconds. */
const MOST_LINKS = 1000;

function hrefOf(address: string): string | undefined {
  const url = parseUrl(address);
  if (!url) return undefined;
  const { protocol, hostname, href } = url;
  return /^https?:$/.test(protocol) && hostname !== '' ? href : undefined;
}

/**
 * Only a bracket that was never opened in the address is cut off. Counted once: it can be as long
 * as a text.
 */
function trimmed(address: string): string {
  const counts = new Map<string, number>();
  const count = (letter: string) =>
    counts.get(letter) ?? counts.set(letter, address.split(letter).length - 1).get(letter)!;
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (!TRAILING.has(last)) break;
    const opening = OPENING[last];
    if (opening === undefined) continue;
    const closed = count(last);
    if (count(opening) >= closed) break;
    counts.set(last, closed - 1);
  }
  return address.slice(0, end);
}

export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let [from, links] = [0, 0];
  for (const match of text.matchAll(ADDRESS)) {
    if (links === MOST_LINKS) break;
    const address = trimmed(match[0]);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: address, href });
    links++;
    from = match.index + address.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

export const linksIn = (text: string): string[] => [
  ...new Set(linkParts(text).flatMap(({ href }) => href ?? [])),
];

/** What stands before the first match, where there is more than fits. */
const LEAD = 32;

export function marksIn(text: string, search: string): Span[] {
  const words = searchWords(search);
  return words.length === 0 ? [] : findWords(text, words);
}

export function leadingTo(passage: string, search: string): string {
  const text = passage.replace(/\s*\n\s*/g, ' ').trim();
  const start = marksIn(text, search)[0]?.start ?? 0;
  if (start <= LEAD) return text;
  const space = text.indexOf(' ', start - LEAD);
  const from = space >= 0 && space < start ? space + 1 : start;
  return `…${text.slice(from)}`;
}
