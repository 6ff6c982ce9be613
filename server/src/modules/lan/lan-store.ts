import { type Db, transact } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/scheduler.ts';
import type { Standing } from './lan.access.ts';
import {
  deleteGuest,
  deletePeer,
  deletePeersUnseen,
  deletePeerUnseen,
  findGuests,
  findHosts,
  findPeer,
  type GuestRow,
  insertPeer,
  markPeersSeen,
  type PeerRow,
  saveGuest,
  updatePeer,
} from './lan-peers.queries.ts';
import type { Guest, Host, LanPresence, LanState } from './lan-state.ts';

/** A node says of its peers that they are there, this often. */
const SEEN_MS = 5000;
/** The node of a peer not seen for so long has died. */
const STALE_MS = 20_000;

/** Guests that are remembered of one host; those who are gone give way. */
export const MAX_GUESTS = 500;

/** Of those who are gone; a refusal is remembered longest. */
const firstToForget = (guests: readonly Guest[]): Guest | undefined =>
  (['dropped', 'left', 'refused'] as const)
    .map((standing) => guests.find((guest) => guest.standing === standing))
    .find((guest) => guest !== undefined);

export interface LanStore extends LanState {
  readonly jobs: Job[];
}

const asPresence = ({ presence, desktop_id }: PeerRow): LanPresence => ({
  ...(JSON.parse(presence) as LanPresence),
  desktopId: desktop_id,
});
const asHost = (row: PeerRow): Host => asPresence(row) as Host;
const asGuest = ({ host_id, presence, standing, link_id }: GuestRow): Guest => ({
  hostId: host_id,
  presence: JSON.parse(presence) as LanPresence,
  standing: standing as Standing,
  linkId: link_id,
});

/** The state of all nodes, in the store. */
export function lanStore(db: Db): LanStore {
  /** Connections of this node. */
  const sessions = new Set<string>();
  const seenSince = () => Date.now() - STALE_MS;

  async function makeRoom(tx: Db, guests: readonly Guest[]): Promise<boolean> {
    if (guests.length < MAX_GUESTS) return true;
    const gone = firstToForget(guests);
    if (gone) await deleteGuest(tx, gone.hostId, gone.presence.peerId);
    return gone !== undefined;
  }

  return {
    async claim(presence) {
      const { peerId: peer_id, sessionId: session_id, desktopId: desktop_id, network } = presence;
      const row = {
        peer_id,
        session_id,
        desktop_id,
        network_key: network.key,
        presence: JSON.stringify(presence),
        seen_at: Date.now(),
      };
      const isMine = await transact(db, async (tx) => {
        await deletePeerUnseen(tx, peer_id, seenSince());
        return insertPeer(tx, row);
      });
      if (isMine) sessions.add(session_id);
      return isMine;
    },
    async release(peerId, sessionId) {
      sessions.delete(sessionId);
      await deletePeer(db, peerId, sessionId);
    },
    change: (peerId, change) =>
      transact(db, async (tx) => {
        const row = await findPeer(tx, peerId, seenSince());
        if (!row) return undefined;
        const after = { ...asPresence(row), ...change };
        await updatePeer(tx, peerId, {
          presence: JSON.stringify(after),
          desktop_id: after.desktopId,
        });
        return after;
      }),
    async find(peerId) {
      const row = await findPeer(db, peerId, seenSince());
      return row && asPresence(row);
    },
    hostsOn: async (networkKey) =>
      (await findHosts(db, 'network_key', networkKey, seenSince())).map(asHost),
    hostsOf: async (desktopId) =>
      (await findHosts(db, 'desktop_id', desktopId, seenSince())).map(asHost),
    guestsOf: async (hostId) => (await findGuests(db, 'host_id', hostId)).map(asGuest),
    visitsOf: async (peerId) => (await findGuests(db, 'guest_id', peerId)).map(asGuest),
    setStanding: (hostId, presence, from, to) =>
      transact(db, async (tx) => {
        if (!(await findPeer(tx, hostId, seenSince()))) return false;
        const guests = (await findGuests(tx, 'host_id', hostId)).map(asGuest);
        const before = guests.find((guest) => guest.presence.peerId === presence.peerId);
        if (!from.includes(before?.standing ?? 'new') || (!before && !(await makeRoom(tx, guests))))
          return false;
        const link_id = to === 'joining' || !before ? newId() : before.linkId;
        const row = {
          host_id: hostId,
          guest_id: presence.peerId,
          presence: JSON.stringify(presence),
          standing: to,
          link_id,
        };
        await saveGuest(tx, row);
        return true;
      }),
    jobs: [
      {
        name: 'say who is on the local networks',
        everyMs: SEEN_MS,
        onEveryNode: true,
        run: async () => {
          if (sessions.size > 0) await markPeersSeen(db, [...sessions], Date.now());
        },
      },
      {
        name: 'forget peers of nodes that died',
        everyMs: STALE_MS,
        run: () => deletePeersUnseen(db, seenSince() - STALE_MS),
      },
    ],
  };
}
