import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { afterLeaving } from './lan.access.ts';

export type PeerRow = Selectable<Schema['lan_peers']>;
/** Standings of those who were turned away. */
const REMOVED = ['dropped', 'refused'];
export type GuestRow = Selectable<Schema['lan_guests']>;

/** Of hosts it is remembered for longer whom they turned away. */
export const removePeersUnseen = (db: Db, before: number, hostsBefore: number) =>
  db
    .deleteFrom('lan_peers')
    .where('seen_at', '<', before)
    .where((where) =>
      where.or([where('desktop_id', 'is', null), where('seen_at', '<', hostsBefore)]),
    )
    .execute();

/** A process that begins knows of no one who is there. */
export const forgetPeersSeen = (db: Db, seenAt: number) =>
  db.updateTable('lan_peers').set({ seen_at: seenAt }).where('seen_at', '>', seenAt).execute();

export const removePeerUnseen = (db: Db, peerId: string, before: number) =>
  db.deleteFrom('lan_peers').where('peer_id', '=', peerId).where('seen_at', '<', before).execute();

/** Who had this id, and is not there any more. */
export const findPeerUnseen = (
  db: Db,
  peerId: string,
  before: number,
): Promise<PeerRow | undefined> =>
  db
    .selectFrom('lan_peers')
    .selectAll()
    .where('peer_id', '=', peerId)
    .where('seen_at', '<', before)
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

export const findPeer = (db: Db, peerId: string, seenSince: number): Promise<PeerRow | undefined> =>
  db
    .selectFrom('lan_peers')
    .selectAll()
    .where('peer_id', '=', peerId)
    .where('seen_at', '>=', seenSince)
    .executeTakeFirst();

export const listHosts = (
  db: Db,
  by: 'network_key' | 'desktop_id',
  value: string,
  seenSince: number,
): Promise<PeerRow[]> =>
  db
    .selectFrom('lan_peers')
    .selectAll()
    .where(by, '=', value)
    .where('desktop_id', 'is not', null)
    .where('seen_at', '>=', seenSince)
    .orderBy('peer_id')
    .execute();

export const markPeersSeen = (db: Db, sessionIds: readonly string[], now: number) =>
  db.updateTable('lan_peers').set({ seen_at: now }).where('session_id', 'in', sessionIds).execute();

export const listGuests = (
  db: Db,
  by: 'host_id' | 'guest_id',
  peerId: string,
): Promise<GuestRow[]> =>
  db
    .selectFrom('lan_guests')
    .selectAll()
    .where(by, '=', peerId)
    .orderBy('host_id')
    .orderBy('guest_id')
    .execute();

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
  return (await listGuests(db, 'host_id', hostId)).length > 0;
}

/**
 * Whom hosts of this desktop turned away in this network that are gone: the new host knows them.
 */
export async function adoptRemoved(
  db: Db,
  host: Pick<PeerRow, 'peer_id' | 'network_key'> & { readonly desktop_id: string },
  goneBefore: number,
): Promise<void> {
  const gone = await db
    .selectFrom('lan_peers')
    .select('peer_id')
    .where('desktop_id', '=', host.desktop_id)
    .where('network_key', '=', host.network_key)
    .where('seen_at', '<', goneBefore)
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
