import { newId } from '../../platform/ids.ts';
import type { Guest, Host, LanPresence, LanState } from './lan-state.ts';

/** Guests that are remembered of one host; those who are gone give way. */
export const MAX_GUESTS = 500;

const isHost = (presence: LanPresence): presence is Host => presence.desktopId !== null;

/** Of those who are gone; a refusal is remembered longest. */
export const firstToForget = (guests: readonly Guest[]): Guest | undefined =>
  (['dropped', 'left', 'refused'] as const)
    .map((standing) => guests.find((guest) => guest.standing === standing))
    .find((guest) => guest !== undefined);

/** The state of one node. */
export function lanMemory(): LanState {
  const peers = new Map<string, LanPresence>();
  const guests = new Map<string, Map<string, Guest>>();
  const hosts = () => [...peers.values()].filter(isHost);

  /** False when there is no room for one more. */
  function makeRoom(ofHost: Map<string, Guest>): boolean {
    if (ofHost.size < MAX_GUESTS) return true;
    const gone = firstToForget([...ofHost.values()]);
    return gone !== undefined && ofHost.delete(gone.presence.peerId);
  }

  return {
    async claim(presence) {
      if (peers.has(presence.peerId)) return false;
      peers.set(presence.peerId, presence);
      return true;
    },
    async release(peerId, sessionId) {
      if (peers.get(peerId)?.sessionId !== sessionId) return;
      peers.delete(peerId);
      guests.delete(peerId);
    },
    async change(peerId, change) {
      const before = peers.get(peerId);
      if (!before) return undefined;
      const after = { ...before, ...change };
      peers.set(peerId, after);
      return after;
    },
    find: async (peerId) => peers.get(peerId),
    hostsOn: async (networkKey) => hosts().filter((host) => host.network.key === networkKey),
    hostsOf: async (desktopId) => hosts().filter((host) => host.desktopId === desktopId),
    guestsOf: async (hostId) => [...(guests.get(hostId)?.values() ?? [])],
    visitsOf: async (peerId) => [...guests.values()].flatMap((ofHost) => ofHost.get(peerId) ?? []),
    async setStanding(hostId, presence, from, to) {
      if (!peers.has(hostId)) return false;
      const ofHost = guests.get(hostId) ?? new Map<string, Guest>();
      const before = ofHost.get(presence.peerId);
      if (!from.includes(before?.standing ?? 'new') || (!before && !makeRoom(ofHost))) return false;
      const linkId = to === 'joining' || !before ? newId() : before.linkId;
      ofHost.set(presence.peerId, { hostId, presence, standing: to, linkId });
      guests.set(hostId, ofHost);
      return true;
    },
  };
}
