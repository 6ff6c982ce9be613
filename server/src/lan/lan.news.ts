import { errors, type ErrorCode } from '@clipline/contract/errors.ts';
import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import type { App } from '../core/app.ts';
import { type Guest, type Host, isVisiting, type LanPresence } from './lan.access.ts';
import { listGuestsOf } from './lan.queries.ts';

export const lanChannel = {
  peer: (peerId: string) => `lan-peer:${peerId}`,
  /** Sockets of one owner need not be told of each other. */
  own: ({ owner, peerId }: LanPresence) => `lan-owner:${owner ?? peerId}`,
  network: (networkKey: string) => `lan-network:${networkKey}`,
} as const;

export const presentPeer = ({ peerId, name, ip, port }: LanPresence): LanPeer => ({
  id: peerId,
  name,
  ip,
  port,
});

export const tellHost = ({ channels }: App, host: Host) =>
  channels.publish(
    lanChannel.network(host.network.key),
    'lan:peer:announce',
    presentPeer(host),
    lanChannel.own(host),
  );

export async function tellGuests({ db, channels }: App, hostId: string): Promise<void> {
  const guests = await listGuestsOf(db, hostId);
  channels.publish(lanChannel.peer(hostId), 'lan:host:peers', {
    peers: guests
      .filter(({ standing }) => standing === 'connected')
      .map(({ presence }) => presentPeer(presence)),
  });
}

export const tellRequest = ({ channels }: App, hostId: string, { peerId, name }: LanPresence) =>
  channels.publish(lanChannel.peer(hostId), 'lan:peer:request', { peerId, name });

export const tellParting = ({ channels }: App, peerId: string, from: string) =>
  channels.publish(lanChannel.peer(peerId), 'lan:peer:disconnect', { peerId: from });

export function tellHostGone({ channels }: App, host: LanPresence, guests: readonly Guest[]) {
  const news = { peerId: host.peerId };
  // Guests who look for hosts as well hear it there.
  const lookers = lanChannel.network(host.network.key);
  channels.publish(lookers, 'lan:peer:disconnect', news, lanChannel.own(host));
  for (const { presence, standing } of guests)
    if (isVisiting(standing))
      channels.publish(lanChannel.peer(presence.peerId), 'lan:peer:disconnect', news, lookers);
}

export const tellFailure = ({ channels }: App, peerId: string, code: ErrorCode, about: string) =>
  channels.publish(lanChannel.peer(peerId), 'lan:error', {
    code,
    error: errors[code].text,
    peerId: about,
  });
