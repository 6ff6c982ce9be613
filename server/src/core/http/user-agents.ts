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

const named = (table: typeof BROWSERS, userAgent: string) =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Which browser it is, whatever its version; undefined of a program that is none. */
export const browserOf = (userAgent: string): string | undefined => named(BROWSERS, userAgent);

/** What a person knows their device by, as far as its browser tells: 'Firefox on Windows'. */
export function deviceOf(userAgent: string): string | undefined {
  const browser = browserOf(userAgent);
  const system = named(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  // A program names itself first, as in curl/8.5.0.
  const program = /^[A-Za-z][\w .-]{0,38}(?=\/|$)/.exec(userAgent)?.[0];
  return browser ?? system ?? (program === 'Mozilla' ? undefined : program);
}
