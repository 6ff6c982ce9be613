import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';
import { isForwardedByStranger } from '../../http/client-address.ts';
import type { Channels } from '../../realtime/channels.ts';
import type { Desktops } from '../desktop/desktop.ts';
import type { LanState } from './lan-state.ts';
import type { LanUpdates } from './lan-updates.ts';
import { type LocalNetwork, networkOf } from './networks.ts';

/** What the local network feature needs of the rest of the program. */
export interface Lan {
  readonly desktops: Desktops;
  readonly channels: Channels;
  readonly state: LanState;
  readonly updates: LanUpdates;
  readonly config: Pick<Config, 'LAN_MODE' | 'TRUST_PROXY'>;
  /** Hears of what failed beside the calls. */
  readonly onDefect: (error: unknown) => void;
}

/**
 * The local network behind a call or socket that comes from this address; null when it has none
 * that counts. Where somebody we do not know forwards, the sender's place is unknown: taking the
 * forwarder's would put all of its clients on one network.
 */
export function localNetworkOf(
  request: IncomingMessage,
  address: string,
  { LAN_MODE, TRUST_PROXY }: Lan['config'],
): LocalNetwork | null {
  if (LAN_MODE === 'off' || isForwardedByStranger(request, TRUST_PROXY)) return null;
  const isDirect = TRUST_PROXY.length === 0 || request.headers['x-forwarded-for'] === undefined;
  const network = networkOf(address, isDirect ? request.socket.localAddress : undefined);
  return network?.kind === 'private' || LAN_MODE === 'on' ? network : null;
}

export const securityOf = ({ kind }: LocalNetwork) => ({
  network: kind,
  approvalRequired: kind === 'shared',
});
