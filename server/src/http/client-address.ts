import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type TrustedProxies = readonly [Address, number][];

/** ::ffff:1.2.3.4 is 1.2.3.4; a zone such as %eth0 is dropped. */
function parse(text: string): Address | undefined {
  const bare = text.trim().replace(/%.*$/, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}

const isTrusted = (address: Address, proxies: TrustedProxies): boolean =>
  proxies.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));

/**
 * The address a request or socket comes from: the peer's own, unless the peer is a trusted proxy; then X-Forwarded-For is read
 * from the right up to the first address that is not one. No other header is ever looked at.
 */
export function clientAddress(request: IncomingMessage, proxies: TrustedProxies): string {
  let address = parse(request.socket.remoteAddress ?? '');
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  while (address && isTrusted(address, proxies)) {
    const next = forwarded.pop();
    const parsed = next === undefined || next.trim() === '' ? undefined : parse(next);
    if (!parsed) break;
    address = parsed;
  }
  return address?.toString() ?? 'unknown';
}

/** Forwarding headers came from a peer that is no trusted proxy, so the true address behind it is unknown. */
export const isForwardedByStranger = (request: IncomingMessage, proxies: TrustedProxies): boolean => {
  const peer = parse(request.socket.remoteAddress ?? '');
  const hasHeader = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'].some((name) => request.headers[name] !== undefined);
  return hasHeader && (!peer || !isTrusted(peer, proxies));
};
