import { type Db, transact } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  adoptRemoved,
  findPeer,
  findPeerUnseen,
  insertPeer,
  keepRemoved,
  listGuestsOf,
  presenceIn,
  removeGuest,
  removePeer,
  removePeerUnseen,
  saveGuest,
  unseenNow,
  updatePeer,
} from './lan-peers.queries.ts';
import type { Guest, LanPresence, Standing } from './peers.ts';

/** Guests that are remembered of one host; those who are gone give way. */
export const MAX_GUESTS = 500;

/** Of those who are gone; a refusal is remembered longest. */
const firstToForget = (guests: readonly Guest[]): Guest | undefined =>
  (['dropped', 'left', 'refused'] as const)
    .map((standing) => guests.find((guest) => guest.standing === standing))
    .find((guest) => guest !== undefined);

async function makeSpace(tx: Db, guests: readonly Guest[]): Promise<boolean> {
  if (guests.length < MAX_GUESTS) return true;
  const gone = firstToForget(guests);
  if (gone) await removeGuest(tx, gone.hostId, gone.presence.peerId);
  return gone !== undefined;
}

/** False when the peer id is taken. */
export function claimPeer(db: Db, presence: LanPresence): Promise<boolean> {
  const { peerId: peer_id, sessionId: session_id, desktopId: desktop_id, network } = presence;
  const row = {
    peer_id,
    session_id,
    desktop_id,
    network_key: network.key,
    presence: JSON.stringify(presence),
    seen_at: Date.now(),
  };
  return transact(db, async (tx) => {
    const before = await findPeerUnseen(tx, peer_id);
    // A host that comes back under its id still knows whom it turned away.
    if (before && presence.owner !== null && presenceIn(before).owner === presence.owner) {
      await keepRemoved(tx, peer_id);
      await updatePeer(tx, peer_id, row);
      return true;
    }
    await removePeerUnseen(tx, peer_id);
    return insertPeer(tx, row);
  });
}

/**
 * Forgets a peer and everything between it and others, but for a day whom it turned away as a
 * host: they stay so when it comes back, and when its desktop is shown there again.
 */
export const releasePeer = (
  db: Db,
  { peerId, sessionId }: Pick<LanPresence, 'peerId' | 'sessionId'>,
): Promise<void> =>
  transact(db, async (tx) => {
    const row = await findPeer(tx, peerId, 0);
    if (row?.session_id !== sessionId) return;
    if (row.desktop_id !== null && (await keepRemoved(tx, peerId)))
      await updatePeer(tx, peerId, { seen_at: unseenNow() });
    else await removePeer(tx, peerId, sessionId);
  });

/** Undefined when the peer is gone. */
export const changePeer = (
  db: Db,
  peerId: string,
  change: Partial<Pick<LanPresence, 'name' | 'desktopId'>>,
): Promise<LanPresence | undefined> =>
  transact(db, async (tx) => {
    const row = await findPeer(tx, peerId);
    if (!row) return undefined;
    const after = { ...presenceIn(row), ...change };
    const { desktopId: desktop_id } = after;
    await updatePeer(tx, peerId, { presence: JSON.stringify(after), desktop_id });
    if (desktop_id !== null && desktop_id !== row.desktop_id)
      await adoptRemoved(tx, { peer_id: peerId, network_key: row.network_key, desktop_id });
    return after;
  });

/** Sets how a guest stands to a host, if it stands in one of these ways now; false otherwise. */
export const setStanding = (
  db: Db,
  hostId: string,
  presence: LanPresence,
  from: readonly Standing[],
  to: Standing,
): Promise<boolean> =>
  transact(db, async (tx) => {
    if (!(await findPeer(tx, hostId))) return false;
    const guests = await listGuestsOf(tx, hostId);
    const before = guests.find((guest) => guest.presence.peerId === presence.peerId);
    if (!from.includes(before?.standing ?? 'new') || (!before && !(await makeSpace(tx, guests))))
      return false;
    await saveGuest(tx, {
      host_id: hostId,
      guest_id: presence.peerId,
      presence: JSON.stringify(presence),
      standing: to,
      link_id: to === 'joining' || !before ? newId() : before.linkId,
    });
    return true;
  });
