import { type Db, transact } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/scheduler.ts';
import { DAY_MS } from '../../platform/time.ts';
import type { Standing } from './lan.access.ts';
import {
  adoptRemoved,
  removeGuest,
  removePeer,
  removePeersUnseen,
  removePeerUnseen,
  listGuests,
  listHosts,
  findPeer,
  findPeerUnseen,
  forgetPeersSeen,
  type GuestRow,
  insertPeer,
  keepRemoved,
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

/** So long after a host has gone it is remembered whom it turned away: it may come back. */
const REMEMBERED_MS = DAY_MS;

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

/** For a process that begins alone: a visitor who was here went with the one before it. */
export const forgetWhoIsThere = (db: Db) => forgetPeersSeen(db, Date.now() - STALE_MS - 1);

async function makeSpace(tx: Db, guests: readonly Guest[]): Promise<boolean> {
  if (guests.length < MAX_GUESTS) return true;
  const gone = firstToForget(guests);
  if (gone) await removeGuest(tx, gone.hostId, gone.presence.peerId);
  return gone !== undefined;
}

/** The state of all nodes, in the store. */
export function lanStore(db: Db): LanStore {
  /** Connections of this node. */
  const sessions = new Set<string>();
  const seenSince = () => Date.now() - STALE_MS;

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
        const before = await findPeerUnseen(tx, peer_id, seenSince());
        // A host that comes back under its id still knows whom it turned away.
        if (before && presence.owner !== null && asPresence(before).owner === presence.owner) {
          await keepRemoved(tx, peer_id);
          await updatePeer(tx, peer_id, row);
          return true;
        }
        await removePeerUnseen(tx, peer_id, seenSince());
        return insertPeer(tx, row);
      });
      if (isMine) sessions.add(session_id);
      return isMine;
    },
    async release(peerId, sessionId) {
      sessions.delete(sessionId);
      await transact(db, async (tx) => {
        const row = await findPeer(tx, peerId, 0);
        if (row?.session_id !== sessionId) return;
        if (row.desktop_id !== null && (await keepRemoved(tx, peerId)))
          await updatePeer(tx, peerId, { seen_at: seenSince() - 1 });
        else await removePeer(tx, peerId, sessionId);
      });
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
        const { network_key } = row;
        if (after.desktopId !== null && after.desktopId !== row.desktop_id) {
          const host = { peer_id: peerId, network_key, desktop_id: after.desktopId };
          await adoptRemoved(tx, host, seenSince());
        }
        return after;
      }),
    async find(peerId) {
      const row = await findPeer(db, peerId, seenSince());
      return row && asPresence(row);
    },
    hostsOn: async (networkKey) =>
      (await listHosts(db, 'network_key', networkKey, seenSince())).map(asHost),
    hostsOf: async (desktopId) =>
      (await listHosts(db, 'desktop_id', desktopId, seenSince())).map(asHost),
    guestsOf: async (hostId) => (await listGuests(db, 'host_id', hostId)).map(asGuest),
    visitsOf: async (peerId) => (await listGuests(db, 'guest_id', peerId)).map(asGuest),
    setStanding: (hostId, presence, from, to) =>
      transact(db, async (tx) => {
        if (!(await findPeer(tx, hostId, seenSince()))) return false;
        const guests = (await listGuests(tx, 'host_id', hostId)).map(asGuest);
        const before = guests.find((guest) => guest.presence.peerId === presence.peerId);
        if (
          !from.includes(before?.standing ?? 'new') ||
          (!before && !(await makeSpace(tx, guests)))
        )
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
        run: () => removePeersUnseen(db, seenSince() - STALE_MS, Date.now() - REMEMBERED_MS),
      },
    ],
  };
}
