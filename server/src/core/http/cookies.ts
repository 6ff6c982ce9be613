/**
 * The value of a cookie; undefined without it. Of several with one name the first counts, which is
 * the one of the longest path.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

export interface CookieOptions {
  /** Over HTTPS alone. */
  readonly secure: boolean;
  /** 0 removes the cookie. */
  readonly maxAgeSeconds: number;
}

/**
 * A Set-Cookie header: out of reach of scripts, not sent along by pages of other sites. The value
 * must need no quoting.
 */
export const cookieHeader = (
  name: string,
  value: string,
  { secure, maxAgeSeconds }: CookieOptions,
): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
