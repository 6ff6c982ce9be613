export type SecretKind = 'key' | 'token' | 'password';

/** A text can be half a megabyte; what is looked through takes less than a millisecond. */
const LOOKED_AT = 10_000;

const PRIVATE_KEY = /-----BEGIN (?:[A-Z\d]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
const JWT = /(?<![\w-])eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*/;
const PREFIXED =
  /(?<![\w-])(?:ghp_|gho_|github_pat_|glpat-|xox[abprs]-|sk-|AKIA|clipline_)[\w-]{16}/;
const NAMED = /^[ \t]*(password|passwd|secret|token|api[_-]?key)[ \t]*[:=][ \t]*\S/im;

/**
 * What secret a text holds, by its beginning: never by how random it looks, so ids and hashes are
 * none.
 */
export function secretIn(text: string): SecretKind | null {
  const beginning = text.slice(0, LOOKED_AT);
  if (PRIVATE_KEY.test(beginning)) return 'key';
  if (JWT.test(beginning) || PREFIXED.test(beginning)) return 'token';
  const name = NAMED.exec(beginning)?.[1]?.toLowerCase();
  if (name === undefined || isProgram(beginning)) return null;
  if (name === 'token') return 'token';
  return name.startsWith('api') ? 'key' : 'password';
}

/** In a program such a line assigns a variable, or names the type of a field. */
function isProgram(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const ends = lines.filter((line) => ';{}('.includes(line.trimEnd().at(-1)!));
  return lines.length > 1 && ends.length * 3 >= lines.length;
}
