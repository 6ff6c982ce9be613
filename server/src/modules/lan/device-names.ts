import { MAX_DEVICE_NAME_LENGTH } from '@clipline/contract/limits.ts';

const UNKNOWN = 'Another device';

/** The first that matches: most browsers also name those they descend from. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X|Macintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const named = (table: readonly [RegExp, string][], userAgent: string) =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Such as 'Chrome on Android'. */
export function nameOfUserAgent(userAgent: string | undefined): string {
  const browser = named(browsers, userAgent ?? '');
  const system = named(systems, userAgent ?? '');
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN;
}

/**
 * Control and format characters, which hide text or turn its direction; the joiner that emoji are
 * made with may stay.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]--[\u200d]]/gv;

/**
 * The name that a person gave a device, fit to be read by others; undefined when nothing of it is
 * left.
 */
export function deviceName(given: string | null | undefined): string | undefined {
  const clean = (given ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .trim();
  const characters = Array.from(new Intl.Segmenter().segment(clean), ({ segment }) => segment);
  let name = '';
  for (const character of characters) {
    if (name.length + character.length > MAX_DEVICE_NAME_LENGTH) break;
    name += character;
  }
  return name.trim() === '' ? undefined : name.trim();
}
