import { normalForm } from './normal-form.ts';
import { wellFormed } from './well-formed.ts';

/**
 * How texts are compared in a search, on the server and where the web marks what was found: full
 * case folding, without accents and what is not seen, compatible forms are one, and what few
 * keyboards have is what people type instead.
 */

/**
 * Combining marks of Latin, Greek, Cyrillic and Arabic, and Hebrew points; not the Japanese voicing
 * marks, which make other letters.
 */
const ACCENTS = /(?![\u3099\u309a])[\p{Script=Inherited}\u0591-\u05c7]/gu;
/** Soft hyphens, zero-width spaces, marks of direction and the like. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const ASCII = /^[\0-\x7f]*$/;
const allAs = (typed: string, characters: string) =>
  Object.fromEntries(Array.from(characters, (each) => [each, typed]));
/** What normalising and lower case leave apart although it is one, or is typed as one. */
const ONE_FORM: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ς: 'σ',
  '\u1c80': 'в',
  '\u1c81': 'д',
  '\u1c82': 'о',
  '\u1c83': 'с',
  '\u1c84': 'т',
  '\u1c85': 'т',
  '\u1c86': 'ъ',
  '\u1c87': 'ѣ',
  '\u1c88': 'ꙋ',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ...allAs("'", '\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u02bb\u02bc'),
  ...allAs('"', '\u201c\u201d\u201e\u201f«»'),
  ...allAs('-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'),
};
const APART = new RegExp(`[${Object.keys(ONE_FORM).join('')}]`, 'g');

/** The text as it is searched: `Straße`, `STRASSE` and `strasse` are one, and so are é and e. */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : normalForm(text.replace(UNSEEN, ''), 'NFKD')
        .replace(ACCENTS, '')
        .toLowerCase()
        .replace(APART, (letter) => ONE_FORM[letter] ?? letter)
        .normalize('NFC');

export function searchWords(search: string): string[] {
  const words = [
    ...new Set(fold(wellFormed(search).replaceAll('\0', '')).split(/\s+/).filter(Boolean)),
  ];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * What folding may join to the character before it: marks, what is not seen, and the later letters
 * of a Korean syllable, in every form they are written.
 */
const JOINED = String.raw`[\p{M}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\u3131-\u318e\uff9e\uff9f\uffa0-\uffdc]`;
const CLUSTERS = new RegExp(String.raw`[^]${JOINED}*`, 'gu');
const BEGINS_JOINED = new RegExp(String.raw`^${JOINED}`, 'u');
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** Whether a text may be cut here without parting what folding joins, or half a character. */
export function isBoundary(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  if (isLowSurrogate(text.charCodeAt(at))) return false;
  return !BEGINS_JOINED.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

export function findWords(text: string, words: readonly string[]): Span[] {
  let folded = '';
  /** For each unit of `folded`, where the letter that it comes from begins and ends. */
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    const part = fold(cluster);
    folded += part;
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  const found: Span[] = [];
  for (const word of words) {
    if (word === '') continue;
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      found.push({ start: starts[at] ?? 0, end: ends[at + word.length - 1] ?? text.length });
  }
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}

/** So much of a long text is folded at a time. */
const BLOCK = 8192;

function endOfBlock(text: string, start: number): number {
  let end = Math.min(start + BLOCK, text.length);
  while (!isBoundary(text, end)) end++;
  return end;
}

/** A letter may unfold to eighteen. Plain letters are as many as before. */
export function foldUpTo(text: string, max: number): string {
  if (ASCII.test(text)) return fold(text);
  let folded = '';
  for (let start = 0, end; start < text.length; start = end) {
    end = endOfBlock(text, start);
    const part = fold(text.slice(start, end));
    if (folded.length + part.length > max) break;
    folded += part;
  }
  return folded;
}

function earliest(folded: string, words: readonly string[]): { at: number; word: string } | null {
  let first: { at: number; word: string } | null = null;
  for (const word of words) {
    const at = word === '' ? -1 : folded.indexOf(word);
    const isFirst = !first || at < first.at || (at === first.at && word.length > first.word.length);
    if (at >= 0 && isFirst) first = { at, word };
  }
  return first;
}

/** Where in a text, which begins at `offset`, units of its folded form come from. */
function unfolded(text: string, offset: number, from: number, to: number): Span {
  const plain = /^[\0-\x7f]*/.exec(text.slice(offset, offset + to + 1))?.[0].length ?? 0;
  // Of plain letters each is one, but the last may be joined to what follows.
  if (plain > to || offset + plain === text.length)
    return { start: offset + from, end: offset + to };
  let length = Math.max(0, Math.min(plain, from) - 1);
  const begin = offset + length;
  let start = begin;
  for (const { 0: cluster, index } of text.slice(begin).matchAll(CLUSTERS)) {
    const before = length;
    length += fold(cluster).length;
    if (before <= from) start = begin + index;
    if (length >= to) return { start, end: begin + index + cluster.length };
  }
  return { start, end: text.length };
}

export function findFirst(text: string, words: readonly string[]): Span | undefined {
  const longest = Math.max(0, ...words.map(({ length }) => length));
  /** The last blocks that were read: where each begins, in the text and in `folded`. */
  let blocks: { start: number; at: number }[] = [];
  let folded = '';
  const lastUpTo = (most: number) => blocks.filter(({ at }) => at <= most).length - 1;
  for (let start = 0; start < text.length;) {
    const end = endOfBlock(text, start);
    blocks.push({ start, at: folded.length });
    folded += fold(text.slice(start, end));
    start = end;
    const first = earliest(folded, words);
    // A longer word may begin before it and end in what was not read yet.
    if (first && (start === text.length || folded.length >= first.at + longest)) {
      const { at, word } = first;
      const block = blocks[lastUpTo(at)] ?? { start: 0, at: 0 };
      return unfolded(text, block.start, at - block.at, at - block.at + word.length);
    }
    if (first) continue;
    const kept = lastUpTo(folded.length - longest);
    const { at = 0 } = blocks[kept] ?? {};
    if (kept > 0) {
      blocks = blocks.slice(kept).map((each) => ({ start: each.start, at: each.at - at }));
      folded = folded.slice(at);
    }
  }
  return undefined;
}
