/** The push services of Chrome and those built on it, Firefox, Safari and Edge. */
const KNOWN =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|([\w-]+\.)+notify\.windows\.com)$/;

/**
 * Whose push service an endpoint is of: one of the browsers', or one that the operator named, which
 * may have a private address. Nothing is ever sent anywhere else.
 */
export function pushHostOf(
  endpoint: string,
  named: readonly string[],
): 'known' | 'named' | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  if (named.includes(url.host)) return 'named';
  return url.port === '' && KNOWN.test(url.hostname) ? 'known' : undefined;
}
