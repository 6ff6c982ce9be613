import type { IncomingMessage } from 'node:http';
import type { Config } from '../core/config.ts';
import { clientOf } from '../core/http/address.ts';
import { isPublicUrl, type OwnOrigins } from '../core/http/origins.ts';
import type { Channels } from '../core/live/channels.ts';
import type { Tell } from '../core/live/tell.ts';
import type { Desktops } from '../desktop/desktop.ts';
import { type LocalNetwork, networkOf } from './networks.ts';
import type { LanPresence } from './peers.ts';

/** What the guests of a desktop were told a moment ago. */
export interface Told {
  /** Of the desktop, as they were told of it. */
  version?: number;
  /** The version before the first change that they have not been told of. */
  changedSince?: number | undefined;
}

/** What the local network feature needs of the rest of the program, and what this node keeps. */
export interface Lan extends Pick<Desktops, 'db' | 'files' | 'planOf'> {
  readonly channels: Channels;
  readonly config: Pick<Config, 'LAN_MODE' | 'TRUST_PROXY'> & OwnOrigins;
  /** Of the sockets of this node, by their ids. */
  readonly presences: Map<string, Promise<LanPresence>>;
  /** Desktops whose guests were told of a change a moment ago. */
  readonly told: Map<string, Told>;
  /**
   * By their links, guests that were passed over until they have read what they were told; `again`
   * once they were so again.
   */
  readonly behind: Map<string, { again: boolean }>;
  /** Hears of private addresses at a public server. */
  readonly onUnprovenNetwork: () => void;
  /** Hears of what failed beside the calls. */
  readonly onDefect: (error: unknown) => void;
  readonly tell: Tell;
}

/**
 * The local network that a call or socket comes from; null when it has none that counts. Behind a
 * proxy that does not tell who comes by it, the network of the sender stays unknown: taking the
 * forwarder's would put all of its clients on one network. A server that people reach from anywhere
 * may stand behind a gateway that shows its own private address instead of theirs: strangers then
 * seem to be near, and the host is asked about each.
 */
export function localNetworkOf(
  request: IncomingMessage,
  {
    config: { LAN_MODE, TRUST_PROXY, PUBLIC_URL },
    onUnprovenNetwork,
  }: Pick<Lan, 'config' | 'onUnprovenNetwork'>,
): LocalNetwork | null {
  const { address, isOwn } = clientOf(request, TRUST_PROXY);
  if (LAN_MODE === 'off' || !isOwn) return null;
  const isDirect = request.headers['x-forwarded-for'] === undefined;
  const network = networkOf(address, isDirect ? request.socket.localAddress : undefined);
  if (network?.kind !== 'private') return LAN_MODE === 'on' ? network : null;
  if (!isPublicUrl(PUBLIC_URL)) return network;
  onUnprovenNetwork();
  return { ...network, kind: 'shared' };
}

export const securityOf = ({ kind }: LocalNetwork) => ({
  network: kind,
  approvalRequired: kind === 'shared',
});
