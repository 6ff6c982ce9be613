import type { IncomingHttpHeaders } from 'node:http';

const MAX_LETTERS = 500;

/**
 * What `Accept-Language: fr, en;q=0.5` takes, best first. Without a regular expression: one that
 * skips blanks takes a third of a second for a header full of them.
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

/** Of several with one name the first counts, which is the one of the longest path. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

export interface CookieOptions {
  readonly secure: boolean;
  readonly maxAgeSeconds: number;
  readonly path?: string;
}

export const cookieHeader = (
  name: string,
  value: string,
  { secure, maxAgeSeconds, path = '/' }: CookieOptions,
): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export type RequestedRange =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number };

/** Several ranges or a malformed header count as none given (RFC 9110, 14.2). */
export function requestedRange(header: string | undefined, size: number): RequestedRange {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return { kind: 'all' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'none' } : { kind: 'part', start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return { kind: 'all' };
  return start >= size ? { kind: 'none' } : { kind: 'part', start, end };
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => opaque(each) === tag));

export const versionIn = (ifMatch: string | undefined): number | undefined =>
  ifMatch === undefined || ifMatch === '*' ? undefined : Number(ifMatch.replace(/\D/g, ''));

/** Whether what was written upon a version may be saved: there was no other change since then. */
export const isUpToDate = (
  ifMatch: string | undefined,
  version: number,
  since = version,
): boolean => {
  const written = versionIn(ifMatch) ?? version;
  return written >= since && written <= version;
};

/** Of several that match, the first is meant: browsers name those they descend from too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer than that of any browser. */
const MAX_USER_AGENT_LENGTH = 200;

export const userAgentOf = ({ 'user-agent': sent = '' }: IncomingHttpHeaders): string =>
  sent.slice(0, MAX_USER_AGENT_LENGTH);

const named = (table: typeof BROWSERS, userAgent: string) =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

export const browserOf = (userAgent: string): string | undefined => named(BROWSERS, userAgent);

export function deviceOf(userAgent: string): string | undefined {
  const browser = browserOf(userAgent);
  const system = named(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  const program = /^[A-Za-z][\w .-]{0,38}(?=\/|$)/.exec(userAgent)?.[0];
  return browser ?? system ?? (program === 'Mozilla' ? undefined : program);
}

/** As people read it. */
export const shownDevice = (userAgent: string): string => deviceOf(userAgent) ?? 'Unknown device';

export type Encoding = 'br' | 'gzip';

export function acceptedEncoding(headers: IncomingHttpHeaders): Encoding | undefined {
  const accepted = acceptedBy(headers['accept-encoding']);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}
