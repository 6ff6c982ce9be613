/** A text can be half a megabyte; what is looked through takes less than a millisecond. */
export const SECRETS_WITHIN = 10_000;

const PRIVATE_KEY =
  /(-----BEGIN (?:[A-Z\d]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)([\s\S]+?)(?=-----END |$)/g;
const TOKEN =
  /(?<![\w-])(?:eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*|(?:ghp_|gho_|github_pat_|glpat-|xox[abprs]-|sk-|AKIA|clipline_)[\w-]{16,})/g;
const NAMED = /^([ \t]*(?:password|passwd|secret|token|api[_-]?key)[ \t]*[:=][ \t]*)(\S.*)$/gim;

/**
 * A text without what is secret in it: of a line with a label its value, of a token all but its
 * first letters. Known by their beginnings, never by how random they look, so ids and hashes stay.
 */
export function maskSecrets(text: string, mask: (secret: string) => string): string {
  const beginning = text.slice(0, SECRETS_WITHIN);
  const isNamed = beginning.search(NAMED) >= 0 && !isProgram(beginning);
  const behind = (_: string, label: string, secret: string) => label + mask(secret);
  return (
    (isNamed ? beginning.replace(NAMED, behind) : beginning)
      .replace(PRIVATE_KEY, behind)
      .replace(TOKEN, (token) => token.slice(0, 4) + mask(token.slice(4))) +
    text.slice(SECRETS_WITHIN)
  );
}

export const hasSecret = (text: string): boolean => maskSecrets(text, () => '') !== text;

/** In a program such a line assigns a variable, or names the type of a field. */
function isProgram(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const ends = lines.filter((line) => ';{}('.includes(line.trimEnd().at(-1)!));
  return lines.length > 1 && ends.length * 3 >= lines.length;
}
