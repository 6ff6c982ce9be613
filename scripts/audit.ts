type Advisory = Record<'title' | 'url' | 'severity' | 'name' | 'range', string>;

/** What `npm audit --json` prints, as far as it is read; without `vulnerabilities` it failed. */
export interface Report {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly via: readonly (string | Advisory)[] }>
  >;
  /** Of the registry, where it answered with a failure. */
  readonly statusCode?: number;
}

/** Lets an advisory pass until a day, such as 2027-01-31. */
export type Exception = Record<'advisory' | 'reason' | 'until', string>;

/** What has to be mended before this day's check passes, a line each. */
export function judge(
  { vulnerabilities }: Report,
  exceptions: readonly Exception[],
  today: string,
): string[] {
  if (!vulnerabilities) return [];
  const serious = Object.values(vulnerabilities)
    .flatMap(({ via }) => via.filter((cause) => typeof cause === 'object'))
    .filter(({ severity }) => ['high', 'critical'].includes(severity));
  const concerns = ({ advisory }: Exception, { url }: Advisory) => url.endsWith(`/${advisory}`);
  const passes = (each: Advisory) =>
    exceptions.some((pass) => concerns(pass, each) && pass.reason && pass.until >= today);
  return [
    ...serious
      .filter((each) => !passes(each))
      .map((each) => `${each.severity}: ${each.name} ${each.range}, ${each.title} (${each.url})`),
    ...exceptions
      .filter((pass) => !serious.some((each) => concerns(pass, each)))
      .map(({ advisory }) => `the exception for ${advisory} is no longer needed: remove it`),
  ];
}
