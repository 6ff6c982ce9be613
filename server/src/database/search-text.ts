/**
 * Combining marks of Latin, Greek, Cyrillic and Arabic, and Hebrew points; not the Japanese voicing
 * marks, which make other letters.
 */
const ACCENTS = /[[\p{Script=Inherited}\u0591-\u05c7]--[\u3099\u309a]]/gv;

/** The text as it is searched: NFKC, lower case, without accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC');

/** The words of a search, each of which must occur. A word within another says nothing more. */
export function searchWords(search: string): string[] {
  const words = [
    ...new Set(fold(search.toWellFormed().replaceAll('\0', '')).split(/\s+/).filter(Boolean)),
  ];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** Pattern for `like … escape '\'` that finds the word anywhere. */
export const anywhere = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
