import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type TrustedProxies = readonly [Address, number][];

/** ::ffff:1.2.3.4 is 1.2.3.4; a zone such as %eth0 is dropped. */
function parse(text: string): Address | undefined {
  const bare = text.trim().replace(/%.*$/, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined;
}

interface Peer {
  readonly address: Address | undefined;
  readonly text: string;
}

/**
 * A connection's address stays, and reading it anew would be a good part of what a small call
 * costs.
 */
const peers = new WeakMap<Socket, Peer>();

function peerOf({ socket }: IncomingMessage): Peer {
  const known = peers.get(socket);
  if (known) return known;
  const address = parse(socket.remoteAddress ?? '');
  const peer = { address, text: address?.toString() ?? 'unknown' };
  // A connection that is closed has no address any more.
  if (address) peers.set(socket, peer);
  return peer;
}

const isTrusted = (address: Address, proxies: TrustedProxies): boolean =>
  proxies.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));

/** Whether a connection from this address is one of a trusted proxy. */
export function isProxy(remoteAddress: string, proxies: TrustedProxies): boolean {
  const address = parse(remoteAddress);
  return address !== undefined && isTrusted(address, proxies);
}

/**
 * The address a request or socket comes from: the peer's own, unless the peer is a trusted proxy;
 * then X-Forwarded-For is read from the right up to the first address that is not one. No other
 * header is ever looked at.
 */
export function clientAddress(request: IncomingMessage, proxies: TrustedProxies): string {
  const peer = peerOf(request);
  if (!peer.address || !isTrusted(peer.address, proxies)) return peer.text;
  let { address }: { address: Address | undefined } = peer;
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  while (address && isTrusted(address, proxies)) {
    const next = forwarded.pop();
    const parsed = next === undefined || next.trim() === '' ? undefined : parse(next);
    if (!parsed) break;
    address = parsed;
  }
  return address?.toString() ?? 'unknown';
}

/**
 * Forwarding headers came from a peer that is no trusted proxy, so the true address behind it is
 * unknown.
 */
export const isForwardedByStranger = (
  request: IncomingMessage,
  proxies: TrustedProxies,
): boolean => {
  const { address } = peerOf(request);
  const hasHeader = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'].some(
    (name) => request.headers[name] !== undefined,
  );
  return hasHeader && (!address || !isTrusted(address, proxies));
};
