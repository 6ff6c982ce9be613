import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type TrustedProxies = readonly [Address, number][];

/**
 * ::ffff:1.2.3.4 is 1.2.3.4; a zone such as %eth0 is dropped. Others read 010.1.2 as well, each in
 * another way.
 */
export function parseAddress(text: string): Address | undefined {
  const bare = text.trim().replace(/%.*$/, '');
  return isIP(bare) > 0 ? ipaddr.process(bare) : undefined;
}

interface Peer {
  readonly address: Address | undefined;
  readonly text: string;
}

/** Read once a connection: it would be a good part of what a small call costs. */
const peers = new WeakMap<Socket, Peer>();

function peerOf({ socket }: IncomingMessage): Peer {
  const known = peers.get(socket);
  if (known) return known;
  const address = parseAddress(socket.remoteAddress ?? '');
  const peer = { address, text: address?.toString() ?? 'unknown' };
  if (address) peers.set(socket, peer);
  return peer;
}

const isTrusted = (address: Address, proxies: TrustedProxies): boolean =>
  proxies.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));

export function isProxy(remoteAddress: string, proxies: TrustedProxies): boolean {
  const address = parseAddress(remoteAddress);
  return address !== undefined && isTrusted(address, proxies);
}

/** A hop as proxies write it: alone, with a port, in brackets, in quotes. */
const HOP = /^("?)(?:\[([^\]]+)\](?::(\d+))?|([\d.]+):(\d+)|([^"]+))\1$/;
const MAX_PORT = 65_535;

function parseHop(hop: string): Address | undefined {
  const [, , bracketed, itsPort, before, port = itsPort, alone] = HOP.exec(hop.trim()) ?? [];
  const isPort = port === undefined || (Number(port) > 0 && Number(port) <= MAX_PORT);
  return isPort ? parseAddress(bracketed ?? before ?? alone ?? '') : undefined;
}

const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'];

export interface Client {
  readonly address: string;
  /** False of the address of a proxy that does not tell who comes by it, or that is not known. */
  readonly isOwn: boolean;
}

/**
 * The peer's own address, unless the peer is a trusted proxy; then X-Forwarded-For is read from the
 * right up to the first address that is not one. No other header is ever believed.
 */
export function clientOf(request: IncomingMessage, proxies: TrustedProxies): Client {
  const peer = peerOf(request);
  const { headers } = request;
  if (!peer.address || !isTrusted(peer.address, proxies)) {
    const isForwarded = FORWARDING.some((name) => headers[name] !== undefined);
    return { address: peer.text, isOwn: !isForwarded };
  }
  let { address }: { address: Address } = { address: peer.address };
  const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  do {
    const hop = parseHop(hops.pop() ?? '');
    if (!hop) return { address: address.toString(), isOwn: false };
    address = hop;
  } while (hops.length > 0 && isTrusted(address, proxies));
  return { address: address.toString(), isOwn: true };
}

export function addressBy(
  proxies: TrustedProxies,
  onUnread: () => void = () => {},
): (request: IncomingMessage) => string {
  let told = false;
  return (request) => {
    const { address, isOwn } = clientOf(request, proxies);
    if (!isOwn && !told && isProxy(address, proxies)) {
      told = true;
      onUnread();
    }
    return address;
  };
}

export function isLoopbackUrl(url: string): boolean {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'loopback';
  return name === 'localhost' || name.endsWith('.localhost');
}
