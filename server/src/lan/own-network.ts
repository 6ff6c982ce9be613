import type { IncomingMessage } from 'node:http';
import type { App } from '../core/app.ts';
import { clientOf } from '../core/http/address.ts';
import { isPublicUrl } from '../core/http/origins.ts';
import { type LocalNetwork, networkOf } from './networks.ts';

/**
 * The local network that a call or socket comes from; null when it has none that counts. Behind a
 * proxy that does not tell who comes by it, the network of the sender stays unknown: taking the
 * forwarder's would put all of its clients on one network. A server that people reach from anywhere
 * may stand behind a gateway that shows its own private address instead of theirs: strangers then
 * seem to be near, and the host is asked about each.
 */
export function localNetworkOf(
  { config, lan, server }: Pick<App, 'config' | 'lan' | 'server'>,
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
