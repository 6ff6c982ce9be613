import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { App } from '../core/app.ts';
import { clientOf, parseAddress } from '../core/http/address.ts';
import { isPublicUrl } from '../core/http/origins.ts';

export interface LocalNetwork {
  /** Never shown to anybody. */
  readonly key: string;
  /** 'shared' when strangers may have the same key, so that a host approves each peer. */
  readonly kind: 'private' | 'shared';
}

type Range = readonly [
  cidr: string,
  networkOf: (address: Address, localAddress: string | undefined) => LocalNetwork | null,
];
type Address = ipaddr.IPv4 | ipaddr.IPv6;

const none = () => null;
const prefix =
  (bits: number, kind: LocalNetwork['kind']) =>
  (address: Address): LocalNetwork => {
    const bytes = address
      .toByteArray()
      .map((byte, index) => byte & (0xff << Math.min(8, Math.max(0, 8 * (index + 1) - bits))));
    return { key: `${ipaddr.fromByteArray(bytes).toString()}/${bits}`, kind };
  };

const loopback = (): LocalNetwork => ({ key: 'loopback', kind: 'private' });

/** All links share these prefixes; the server's own address tells which one, unless cards share. */
const link = (_address: Address, localAddress: string | undefined): LocalNetwork | null => {
  const local = localAddress === undefined ? undefined : parseAddress(localAddress);
  return local?.range() === 'linkLocal'
    ? { key: `link ${local.toString()}`, kind: 'shared' }
    : null;
};

const onePublicAddress = prefix(32, 'shared');

/** A translator put the sender's IPv4 address into the last 32 bits. */
const embedded = (address: Address): LocalNetwork | null => {
  const network = networkOf(new ipaddr.IPv4(address.toByteArray().slice(-4)).toString());
  return network?.kind === 'shared' ? network : null;
};

const ranges4: readonly Range[] = [
  ['0.0.0.0/8', none],
  ['127.0.0.0/8', loopback],
  ['10.0.0.0/8', prefix(24, 'private')],
  ['172.16.0.0/12', prefix(24, 'private')],
  ['192.168.0.0/16', prefix(24, 'private')],
  ['169.254.0.0/16', link],
  // A provider's own network behind its public address: the neighbours are its customers.
  ['100.64.0.0/10', onePublicAddress],
  ['192.0.0.0/24', none],
  ['224.0.0.0/4', none],
  ['240.0.0.0/4', none],
  ['0.0.0.0/0', onePublicAddress],
];

const ranges6: readonly Range[] = [
  ['::1/128', loopback],
  ['64:ff9b::/96', embedded],
  ['fe80::/10', link],
  ['fc00::/7', prefix(64, 'private')],
  // Tunnels over IPv4: relays and clients choose these addresses, so that they do not tell a
  // network.
  ['2001::/32', none],
  ['2002::/16', none],
  ['2000::/3', prefix(64, 'shared')],
  ['::/0', none],
];

const parsed = (ranges: readonly Range[]) =>
  ranges.map(([cidr, decide]) => [ipaddr.parseCIDR(cidr), decide] as const);
const byKind = { ipv4: parsed(ranges4), ipv6: parsed(ranges6) };

/** `localAddress` is the server's own, where nothing stands in between. */
export function networkOf(address: string, localAddress?: string): LocalNetwork | null {
  const client = parseAddress(address);
  const [, decide] =
    (client && byKind[client.kind()].find(([[range, bits]]) => client.match(range, bits))) ?? [];
  return client && decide ? decide(client, localAddress) : null;
}

/** The rest of an IPv6 address may name a device for life. */
export function shownAddress(address: string): string {
  const client = parseAddress(address);
  if (!client) return address;
  if (client.kind() === 'ipv4') return client.toString();
  return ipaddr
    .fromByteArray([...client.toByteArray().slice(0, 8), ...Array.from({ length: 8 }, () => 0)])
    .toString();
}

/**
 * The local network that a call or socket comes from; null when it has none that counts. Behind a
 * proxy that does not tell who comes by it, the network of the sender stays unknown: taking the
 * forwarder's would put all of its clients on one network. A server that people reach from anywhere
 * may stand behind a gateway that shows its own private address instead of theirs: strangers then
 * seem to be near, and the host is asked about each.
 */
export function localNetworkOf(
  { config, lan, server }: App,
  request: IncomingMessage,
): LocalNetwork | null {
  const { address, isOwn } = clientOf(request, config.TRUST_PROXY);
  if (config.LAN_MODE === 'off' || !isOwn) return null;
  const isDirect = request.headers['x-forwarded-for'] === undefined;
  const network = networkOf(address, isDirect ? request.socket.localAddress : undefined);
  if (network?.kind !== 'private') return config.LAN_MODE === 'on' ? network : null;
  if (!isPublicUrl(config.PUBLIC_URL)) return network;
  if (!lan.hasWarned)
    server.log.warn(
      'A visitor came to the local network feature from a private address, although PUBLIC_URL is public: hosts are asked about everyone. If a proxy or gateway stands in front, name it in TRUST_PROXY.',
    );
  lan.hasWarned = true;
  return { ...network, kind: 'shared' };
}

export const securityOf = ({ kind }: LocalNetwork) => ({
  network: kind,
  approvalRequired: kind === 'shared',
});
