/** The push services of Chrome and those built on it, Firefox, Safari and Edge. */
const KNOWN =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[\w-]+(\.[\w-]+)*\.notify\.windows\.com)$/;

export type PushHost = 'known' | 'named';

/** Whose service an endpoint is: one of the browsers', or one that the operator named. */
export function pushHostOf(endpoint: string, named: readonly string[]): PushHost | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  if (named.includes(url.host)) return 'named';
  return url.port === '' && KNOWN.test(url.hostname) ? 'known' : undefined;
}

/** Nothing is ever sent anywhere else. */
export const isPushEndpoint = (endpoint: string, named: readonly string[]): boolean =>
  pushHostOf(endpoint, named) !== undefined;
