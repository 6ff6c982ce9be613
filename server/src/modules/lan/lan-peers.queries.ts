import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { afterLeaving, REMOVED } from './lan.access.ts';
import type { Guest, Host, LanPresence, Standing } from './peers.ts';

/** The node of a peer not seen for so long has died. */
export const STALE_MS = 20_000;
const seenSince = () => Date.now() - STALE_MS;
/** When a peer that goes now was seen last. */
export const unseenNow = () => seenSince() - 1;

type PeerRow = Selectable<Schema['lan_peers']>;
type GuestRow = Selectable<Schema['lan_guests']>;

export const presenceIn = ({ presence, desktop_id }: PeerRow): LanPresence => ({
  ...(JSON.parse(presence) as LanPresence),
  desktopId: desktop_id,
});
const guestIn = ({ host_id, presence, standing, link_id }: GuestRow): Guest => ({
  hostId: host_id,
  presence: JSON.parse(presence) as LanPresence,
  standing: standing as Standing,
  linkId: link_id,
});

/** Of hosts it is remembered for longer whom they turned away. */
export const removePeersUnseen = (db: Db, before: number, hostsBefore: number) =>
  db
    .deleteFrom('lan_peers')
    .where('seen_at', '<', before)
    .where((where) =>
      where.or([where('desktop_id', 'is', null), where('seen_at', '<', hostsBefore)]),
    )
    .execute();

/** For a process that begins alone: a visitor who was here went with the one before it. */
export const forgetPeersSeen = (db: Db) =>
  db
    .updateTable('lan_peers')
    .set({ seen_at: unseenNow() })
    .where('seen_at', '>', unseenNow())
    .execute();

export const removePeerUnseen = (db: Db, peerId: string) =>
  db
    .deleteFrom('lan_peers')
    .where('peer_id', '=', peerId)
    .where('seen_at', '<', seenSince())
    .execute();

/** Who had this id, and is not there any more. */
export const findPeerUnseen = (db: Db, peerId: string): Promise<PeerRow | undefined> =>
  db
    .selectFrom('lan_peers')
    .selectAll()
    .where('peer_id', '=', peerId)
    .where('seen_at', '<', seenSince())
    .executeTakeFirst();

/** False when there is one with this id. */
export const insertPeer = async (
  db: Db,
  peer: Insertable<Schema['lan_peers']>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('lan_peers')
    .values(peer)
    .onConflict((c) => c.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

export const removePeer = (db: Db, peerId: string, sessionId: string) =>
  db
    .deleteFrom('lan_peers')
    .where('peer_id', '=', peerId)
    .where('session_id', '=', sessionId)
    .execute();

export const updatePeer = (db: Db, peerId: string, change: Partial<PeerRow>) =>
  db.updateTable('lan_peers').set(change).where('peer_id', '=', peerId).execute();

export const findPeer = (
  db: Db,
  peerId: string,
  since = seenSince(),
): Promise<PeerRow | undefined> =>
  db
    .selectFrom('lan_peers')
    .selectAll()
    .where('peer_id', '=', peerId)
    .where('seen_at', '>=', since)
    .executeTakeFirst();

export async function findPresence(db: Db, peerId: string): Promise<LanPresence | undefined> {
  const row = await findPeer(db, peerId);
  return row && presenceIn(row);
}

async function listHosts(db: Db, by: 'network_key' | 'desktop_id', value: string): Promise<Host[]> {
  const rows = await db
    .selectFrom('lan_peers')
    .selectAll()
    .where(by, '=', value)
    .where('desktop_id', 'is not', null)
    .where('seen_at', '>=', seenSince())
    .orderBy('peer_id')
    .execute();
  return rows.map((row) => presenceIn(row) as Host);
}
export const listHostsOn = (db: Db, networkKey: string) => listHosts(db, 'network_key', networkKey);
export const listHostsOf = (db: Db, desktopId: string) => listHosts(db, 'desktop_id', desktopId);

export const markPeersSeen = (db: Db, sessionIds: readonly string[]) =>
  db
    .updateTable('lan_peers')
    .set({ seen_at: Date.now() })
    .where('session_id', 'in', sessionIds)
    .execute();

async function listGuests(db: Db, by: 'host_id' | 'guest_id', peerId: string): Promise<Guest[]> {
  const rows = await db
    .selectFrom('lan_guests')
    .selectAll()
    .where(by, '=', peerId)
    .orderBy('host_id')
    .orderBy('guest_id')
    .execute();
  return rows.map(guestIn);
}
/** Visitors who ever asked this host. */
export const listGuestsOf = (db: Db, hostId: string) => listGuests(db, 'host_id', hostId);
/** What this peer ever asked of hosts that still share. */
export const listVisitsOf = (db: Db, peerId: string) => listGuests(db, 'guest_id', peerId);

export async function listGuestsOfDesktop(db: Db, desktopId: string): Promise<Guest[]> {
  const hosts = await listHostsOf(db, desktopId);
  return (await Promise.all(hosts.map(({ peerId }) => listGuestsOf(db, peerId)))).flat();
}

export const saveGuest = (db: Db, { host_id, guest_id, ...values }: GuestRow) =>
  db
    .insertInto('lan_guests')
    .values({ host_id, guest_id, ...values })
    .onConflict((c) => c.columns(['host_id', 'guest_id']).doUpdateSet(values))
    .execute();

/**
 * Forgets all but those who were turned away; false when none of these is left. Who waits for a
 * reply counts as turned away: asking once more must not undo that.
 */
export async function keepRemoved(db: Db, hostId: string): Promise<boolean> {
  await db
    .updateTable('lan_guests')
    .set({ standing: afterLeaving('waiting') })
    .where('host_id', '=', hostId)
    .where('standing', '=', 'waiting')
    .execute();
  await db
    .deleteFrom('lan_guests')
    .where('host_id', '=', hostId)
    .where('standing', 'not in', REMOVED)
    .execute();
  return (await listGuestsOf(db, hostId)).length > 0;
}

/**
 * Whom hosts of this desktop turned away in this network that are gone: the new host knows them.
 */
export async function adoptRemoved(
  db: Db,
  host: Pick<PeerRow, 'peer_id' | 'network_key'> & { readonly desktop_id: string },
): Promise<void> {
  const gone = await db
    .selectFrom('lan_peers')
    .select('peer_id')
    .where('desktop_id', '=', host.desktop_id)
    .where('network_key', '=', host.network_key)
    .where('seen_at', '<', seenSince())
    .where('peer_id', '!=', host.peer_id)
    .execute();
  for (const { peer_id } of gone) {
    await keepRemoved(db, peer_id);
    const known = db
      .selectFrom('lan_guests')
      .select('guest_id')
      .where('host_id', '=', host.peer_id);
    await db
      .updateTable('lan_guests')
      .set({ host_id: host.peer_id })
      .where('host_id', '=', peer_id)
      .where('guest_id', 'not in', known)
      .execute();
    await db.deleteFrom('lan_peers').where('peer_id', '=', peer_id).execute();
  }
}

export const removeGuest = (db: Db, hostId: string, guestId: string) =>
  db
    .deleteFrom('lan_guests')
    .where('host_id', '=', hostId)
    .where('guest_id', '=', guestId)
    .execute();
