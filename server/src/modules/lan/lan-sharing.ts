import { errors, type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import type { Channels } from '../../platform/realtime/channels.ts';
import { admissionOf, afterLeaving, type Standing } from './lan.access.ts';
import type { Guest, Host, LanPresence, LanState } from './lan-state.ts';
import type { LanUpdates } from './lan.news.ts';
import { lanChannel } from './lan.channels.ts';

const letIn: readonly Standing[] = ['joining', 'connected'];
const removed: ReadonlySet<Standing> = new Set(['dropped', 'refused']);
/** People whom a host may be asked about at a time. */
const MAX_WAITING = 50;

export const presentPeer = ({ peerId, name, ip, port }: LanPresence): LanPeer => ({
  id: peerId,
  name,
  ip,
  port,
});

/** Places of a host that those take who are signed out and come from one address. */
const MAX_ASKED_FROM_ADDRESS = 10;
/** Places that a visitor signed in takes, by whichever devices. */
const MAX_ASKED_BY_PERSON = 3;

export interface LanSharingContext {
  readonly channels: Channels;
  readonly state: LanState;
  readonly updates: LanUpdates;
  /** Whether the desktop may be shown to others at all. */
  readonly isShareable: (desktopId: string) => Promise<boolean>;
}
export type LanSharing = ReturnType<typeof createLanSharing>;

const isPerson = ({ owner }: LanPresence) => owner?.startsWith('user ') === true;

/**
 * Who a visitor counts as among those whom a host is asked about. Signed out, people of one
 * address are not told apart: each could be all of them.
 */
const identityOf = (presence: LanPresence) => (isPerson(presence) ? presence.owner : presence.ip);

/** What happens between hosts and guests. */
export function createLanSharing({ channels, state, updates, isShareable }: LanSharingContext) {
  const channel = lanChannel.peer;

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

  /**
   * A guest who was turned away, or is being asked about, stays so under another peer id. Once one
   * was, the host is asked about everyone new: under another id, without their cookie, or signed
   * in as another visitor, they could be those who were turned away.
   */
  async function standingOf(host: Host, guest: LanPresence): Promise<Standing> {
    const guests = await state.guestsOf(host.peerId);
    const known = guests.find(({ presence }) => presence.peerId === guest.peerId);
    if (known) return known.standing;
    const ofSameOwner = guests.filter(
      ({ presence }) => guest.owner !== null && presence.owner === guest.owner,
    );
    const standings = new Set(ofSameOwner.map(({ standing }) => standing));
    if (standings.has('refused')) return 'refused';
    if (standings.has('dropped') || standings.has('waiting')) return 'dropped';
    const wasLetIn = [...letIn, 'left' as const].some((standing) => standings.has(standing));
    const someWereRemoved = guests.some(({ standing }) => removed.has(standing));
    return someWereRemoved && !wasLetIn ? 'dropped' : 'new';
  }

  async function ask(host: Host, guest: LanPresence, from: readonly Standing[]): Promise<void> {
    const guests = await state.guestsOf(host.peerId);
    const waiting = guests.filter(({ standing }) => standing === 'waiting');
    // A refusal stays, or there would be no end to the questions.
    const taken = guests.filter(
      ({ standing, presence }) =>
        (standing === 'waiting' || standing === 'refused') &&
        identityOf(presence) === identityOf(guest),
    );
    if (
      waiting.length >= MAX_WAITING ||
      taken.length >= (isPerson(guest) ? MAX_ASKED_BY_PERSON : MAX_ASKED_FROM_ADDRESS) ||
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
    if (!(await isShareable(found.desktopId))) throw new ProductError('PEER_NOT_FOUND');
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

  /** To guests, and to all who look for hosts. */
  function tellGone(host: LanPresence, guests: readonly Guest[]): void {
    const news = { peerId: host.peerId };
    // Guests who look for hosts as well hear it there.
    const lookers = lanChannel.network(host.network.key);
    channels.publish(lookers, 'lan:peer:disconnect', news, ownChannelOf(host));
    for (const { presence, standing } of guests) {
      if (letIn.includes(standing) || standing === 'waiting')
        channels.publish(channel(presence.peerId), 'lan:peer:disconnect', news, lookers);
    }
  }

  return {
    /** Tells discoverers that a host is there, its own devices excepted. */
    announce(host: Host): void {
      channels.publish(
        lanChannel.network(host.network.key),
        'lan:peer:announce',
        presentPeer(host),
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
      if (!(await isShareable(host.desktopId))) throw new ProductError('PEER_NOT_FOUND');
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
     * A visitor is gone altogether: as a guest from all hosts, as a host from all guests and from
     * every list.
     */
    async end(gone: LanPresence): Promise<void> {
      for (const visit of await state.visitsOf(gone.peerId)) await endVisit(visit);
      const present = (await state.find(gone.peerId)) ?? gone;
      const guests = await state.guestsOf(gone.peerId);
      await state.release(gone.peerId, gone.sessionId);
      if (present.desktopId !== null) tellGone(gone, guests);
    },

    /** The desktop is shown no more: its owner, or what they may do, has changed. */
    async endSharing(desktopId: string): Promise<void> {
      for (const host of await state.hostsOf(desktopId)) {
        const guests = await state.guestsOf(host.peerId);
        if (!(await state.change(host.peerId, { desktopId: null }))) continue;
        for (const { presence, standing } of guests)
          if (standing === 'waiting' || standing === 'joining' || standing === 'connected')
            await state.setStanding(host.peerId, presence, [standing], afterLeaving(standing));
        tellGone(host, guests);
        tell(host.peerId, 'NO_DESKTOP_TO_HOST', host.peerId);
        await tellHostWhoIsThere(host.peerId);
      }
    },
  };
}

/** One's own devices are not looked for. */
export const ownChannelOf = ({ owner, peerId }: Pick<LanPresence, 'owner' | 'peerId'>): string =>
  lanChannel.owner(owner ?? peerId);

/** The check behind links to the files of a desktop that were given to a guest. */
export async function isGuestOf(
  state: LanState,
  desktopId: string,
  linkId: string,
): Promise<boolean> {
  const hosts = await state.hostsOf(desktopId);
  const guests = (await Promise.all(hosts.map((host) => state.guestsOf(host.peerId)))).flat();
  return guests.some((guest) => guest.linkId === linkId && letIn.includes(guest.standing));
}
