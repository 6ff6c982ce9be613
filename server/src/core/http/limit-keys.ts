import ipaddr from 'ipaddr.js';
import { keyed } from '../ids.ts';

/** Who is counted, by where they come from. */
export interface From {
  readonly address: string;
  /** Counted apart for each of these, such as the e-mail address of a sign-in. */
  readonly of?: string;
}

/** What the limits of one sender are counted under. */
export interface LimitKeys {
  /** What one customer of a provider has: an IPv4 address, or an IPv6 /64. */
  readonly own: string;
  /**
   * A /48, of which a site may have all 65,536 networks, and a provider may give each to another
   * customer: its limits are wider. Undefined for IPv4.
   */
  readonly site: string | undefined;
}

const prefix = (address: ipaddr.IPv6, groups: number) =>
  `${address.parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':')}::/${groups * 16}`;

function networksOf(address: string): LimitKeys {
  if (!address.includes(':') || !ipaddr.isValid(address)) return { own: address, site: undefined };
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return { own: parsed.toString(), site: undefined };
  // A translator has one prefix for everybody; the IPv4 address is at its end.
  if (parsed.range() === 'rfc6052')
    return { own: new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString(), site: undefined };
  return { own: prefix(parsed, 4), site: prefix(parsed, 3) };
}

/**
 * The keys that every limit by address counts under: a caller with one address of IPv6 has a whole
 * network of them.
 */
export function limitKeysOf({ address, of }: From): LimitKeys {
  const { own, site } = networksOf(address);
  const named = (key: string) => (of === undefined ? key : `${key} ${of}`);
  return { own: named(own), site: site === undefined ? undefined : named(site) };
}

/** What the store knows the network of a caller by who is signed out: it tells no address. */
export const networkHashOf = (secret: string, address: string): string =>
  keyed(secret, 'network of a desktop', limitKeysOf({ address }).own);
