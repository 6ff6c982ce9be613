/** More words than anybody types; each one costs a pass over the texts. */
const MAX_WORDS = 16;

/** What the search compares: without case, accents and the many spellings of one character, equal on both engines. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    // By way of upper case, so that ß is ss and both small sigmas are one.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

/** The words of a search, folded. Each must occur. */
export const searchWords = (search: string | undefined): string[] =>
  [...new Set(fold(search ?? '').split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);

/** Pattern for `like … escape '\'` that finds the word anywhere. */
export const anywhere = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
