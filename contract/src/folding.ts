/**
 * How texts are compared in a search, on the server and where the web marks what was found: full
 * case folding, without accents, and compatible forms are one.
 */

/**
 * Combining marks of Latin, Greek, Cyrillic and Arabic, and Hebrew points; not the Japanese voicing
 * marks, which make other letters.
 */
const ACCENTS = /[[\p{Script=Inherited}\u0591-\u05c7]--[\u3099\u309a]]/gv;
const ASCII = /^[\0-\x7f]*$/;
/** What stays apart in lower case although it is one letter, as upper case shows. */
const ONE_LETTER: Readonly<Record<string, string>> = {
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
};
const APART = /[ßıς\u1c80-\u1c88]/g;

/** The text as it is searched: `Straße`, `STRASSE` and `strasse` are one, and so are é and e. */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(ACCENTS, '')
        .toLowerCase()
        .replace(APART, (letter) => ONE_LETTER[letter] ?? letter)
        .normalize('NFC');

/** The words of a search, each of which must occur. A word within another says nothing more. */
export function searchWords(search: string): string[] {
  const words = [
    ...new Set(fold(search.toWellFormed().replaceAll('\0', '')).split(/\s+/).filter(Boolean)),
  ];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * What folding may join to the character before it: marks, and the later letters of a Korean
 * syllable, in every form they are written.
 */
const JOINED = String.raw`[\p{M}\u1160-\u11ff\u3131-\u318e\uff9e\uff9f\uffa0-\uffdc]`;
const CLUSTERS = new RegExp(String.raw`[^]${JOINED}*`, 'gu');

/** Where the words of `searchWords` stand in a text: in order, none touching another. */
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
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}
