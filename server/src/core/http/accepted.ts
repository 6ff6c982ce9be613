/** Far more than browsers send; a header may be thirty times as long. */
const MAX_LETTERS = 500;

/**
 * What a header such as `Accept-Language: fr, en;q=0.5` takes, in lower case: best first, of equals
 * the one named first. Without a regular expression: one that skips blanks takes a third of a
 * second for a header full of them.
 */
export const acceptedBy = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, MAX_LETTERS)
    .split(',')
    .map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return { name, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ name }) => name);
