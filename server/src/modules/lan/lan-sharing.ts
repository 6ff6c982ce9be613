import { errors, type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import { channelOf } from '../../realtime/channels.ts';
import { admissionOf, afterLeaving, type Standing } from './lan.access.ts';
import type { Lan } from './lan.ts';
import type { Guest, Host, LanPresence } from './lan-state.ts';

const letIn: readonly Standing[] = ['joining', 'connected'];
/** People whom a host may be asked about at a time. */
const MAX_WAITING = 50;

export const presentPeer = ({ peerId, name, ip, port }: LanPresence): LanPeer => ({
  id: peerId,
  name,
  ip,
  port,
});

/** What happens between hosts and guests. */
export function createLanSharing({ channels, state, updates }: Lan) {
  const channel = channelOf.lanPeer;

  async function tellHostWhoIsThere(hostId: string): Promise<void> {
    const guests = (await state.guestsOf(hostId)).filter(({ standing }) =>
      letIn.includes(standing),
    );
    channels.publish(channel(hostId), 'lan:host:peers', {
      peers: guests.map((guest) => presentPeer(guest.presence)),
    });
  }

  async function admit(host: Host, guest: LanPresence, from: readonly Standing[]): Promise<void> {
    if (!(await state.setStanding(host.peerId, guest, from, 'joining')))
      throw new ProductError('PEER_NOT_FOUND');
    await updates.deliver(host, guest.peerId);
    await tellHostWhoIsThere(host.peerId);
  }

  /** Whoever was turned away, or is being asked about, stays so under another peer id. */
  async function standingOf(host: Host, guest: LanPresence): Promise<Standing> {
    const guests = await state.guestsOf(host.peerId);
    const known = guests.find(({ presence }) => presence.peerId === guest.peerId);
    if (known) return known.standing;
    const ofSameOwner = guests.filter(
      ({ presence }) => guest.owner !== null && presence.owner === guest.owner,
    );
    const standings = new Set(ofSameOwner.map(({ standing }) => standing));
    if (standings.has('refused')) return 'refused';
    return standings.has('dropped') || standings.has('waiting') ? 'dropped' : 'new';
  }

  async function ask(host: Host, guest: LanPresence, from: readonly Standing[]): Promise<void> {
    const waiting = (await state.guestsOf(host.peerId)).filter(
      ({ standing }) => standing === 'waiting',
    );
    if (
      waiting.length >= MAX_WAITING ||
      !(await state.setStanding(host.peerId, guest, from, 'waiting'))
    )
      throw new ProductError('PEER_REFUSED');
    channels.publish(channel(host.peerId), 'lan:peer:request', {
      peerId: guest.peerId,
      name: guest.name,
    });
  }

  async function hostFor(guest: LanPresence, hostId: string): Promise<Host> {
    const found = await state.find(hostId);
    if (found && found.network.key !== guest.network.key)
      throw new ProductError('NOT_LOCAL_NETWORK');
    const isOwn =
      found?.peerId === guest.peerId || (guest.owner !== null && found?.owner === guest.owner);
    if (!found || found.desktopId === null || isOwn) throw new ProductError('PEER_NOT_FOUND');
    return { ...found, desktopId: found.desktopId };
  }

  async function guestOf(
    host: LanPresence,
    guestId: string,
    standings: readonly Standing[],
  ): Promise<Guest> {
    const guest = (await state.guestsOf(host.peerId)).find(
      ({ presence }) => presence.peerId === guestId,
    );
    if (!guest || !standings.includes(guest.standing)) throw new ProductError('PEER_NOT_FOUND');
    return guest;
  }

  function tell(peerId: string, code: ErrorCode, about: string): void {
    channels.publish(channel(peerId), 'lan:error', {
      code,
      error: errors[code].text,
      peerId: about,
    });
  }

  async function endVisit({ hostId, presence, standing }: Guest): Promise<void> {
    if (standing !== 'waiting' && standing !== 'joining' && standing !== 'connected') return;
    if (!(await state.setStanding(hostId, presence, [standing], afterLeaving(standing)))) return;
    channels.publish(channel(hostId), 'lan:peer:disconnect', { peerId: presence.peerId });
    await tellHostWhoIsThere(hostId);
  }

  return {
    /** Tells discoverers that a host is there, its own devices excepted. */
    announce(host: Host): void {
      channels.publish(
        channelOf.lanNetwork(host.network.key),
        'lan:peer:announce',
        presentPeer(host),
        undefined,
        ownChannelOf(host),
      );
    },

    async hostsFor(presence: LanPresence): Promise<LanPeer[]> {
      const hosts = await state.hostsOn(presence.network.key);
      return hosts
        .filter(
          (host) =>
            host.peerId !== presence.peerId &&
            (presence.owner === null || host.owner !== presence.owner),
        )
        .map(presentPeer);
    },

    async connect(guest: LanPresence, hostId: string): Promise<'connected' | 'waiting'> {
      const host = await hostFor(guest, hostId);
      const standing = await standingOf(host, guest);
      switch (admissionOf(guest.network, standing)) {
        case 'admit':
          await admit(host, guest, [standing]);
          return 'connected';
        case 'ask':
          await ask(host, guest, ['new', standing]);
          return 'waiting';
        case 'wait':
          return 'waiting';
        case 'refuse':
          throw new ProductError('PEER_REFUSED');
      }
    },

    async approve(host: Host, guestId: string): Promise<void> {
      const guest = await guestOf(host, guestId, ['waiting']);
      await admit(host, guest.presence, ['waiting']);
    },

    async refuse(host: Host, guestId: string): Promise<void> {
      const guest = await guestOf(host, guestId, ['waiting']);
      if (await state.setStanding(host.peerId, guest.presence, ['waiting'], 'refused'))
        tell(guestId, 'PEER_REFUSED', host.peerId);
    },

    async drop(host: Host, guestId: string): Promise<void> {
      const guest = await guestOf(host, guestId, letIn);
      if (!(await state.setStanding(host.peerId, guest.presence, letIn, 'dropped'))) return;
      channels.publish(channel(guestId), 'lan:peer:disconnect', { peerId: host.peerId });
      await tellHostWhoIsThere(host.peerId);
    },

    /** A guest goes from one host. */
    async leave(guest: LanPresence, hostId: string): Promise<void> {
      const visit = (await state.visitsOf(guest.peerId)).find((each) => each.hostId === hostId);
      if (visit) await endVisit(visit);
    },

    /**
     * Somebody is gone altogether: as a guest from all hosts, as a host from all guests and from
     * every list.
     */
    async end(gone: LanPresence): Promise<void> {
      for (const visit of await state.visitsOf(gone.peerId)) await endVisit(visit);
      const present = (await state.find(gone.peerId)) ?? gone;
      const guests = await state.guestsOf(gone.peerId);
      await state.release(gone.peerId, gone.sessionId);
      if (present.desktopId === null) return;
      const news = { peerId: gone.peerId };
      // Guests who look for hosts as well hear it there.
      const lookers = channelOf.lanNetwork(gone.network.key);
      channels.publish(lookers, 'lan:peer:disconnect', news, undefined, ownChannelOf(gone));
      for (const { presence, standing } of guests) {
        if (letIn.includes(standing) || standing === 'waiting')
          channels.publish(
            channel(presence.peerId),
            'lan:peer:disconnect',
            news,
            undefined,
            lookers,
          );
      }
    },
  };
}

/** Nobody looks for their own devices. */
export const ownChannelOf = ({ owner, peerId }: Pick<LanPresence, 'owner' | 'peerId'>): string =>
  channelOf.lanOwner(owner ?? peerId);

/** The check behind links to the files of a desktop that were given to a guest. */
export async function isGuestOf(
  state: Lan['state'],
  desktopId: string,
  linkId: string,
): Promise<boolean> {
  const hosts = await state.hostsOf(desktopId);
  const guests = (await Promise.all(hosts.map((host) => state.guestsOf(host.peerId)))).flat();
  return guests.some((guest) => guest.linkId === linkId && letIn.includes(guest.standing));
}
