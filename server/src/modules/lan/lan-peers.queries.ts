import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type PeerRow = Selectable<Schema['lan_peers']>;
export type GuestRow = Selectable<Schema['lan_guests']>;

export const deletePeersUnseen = (db: Db, before: number) =>
  db.deleteFrom('lan_peers').where('seen_at', '<', before).execute();

export const deletePeerUnseen = (db: Db, peerId: string, before: number) =>
  db.deleteFrom('lan_peers').where('peer_id', '=', peerId).where('seen_at', '<', before).execute();

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

export const deletePeer = (db: Db, peerId: string, sessionId: string) =>
  db
    .deleteFrom('lan_peers')
    .where('peer_id', '=', peerId)
    .where('session_id', '=', sessionId)
    .execute();

export const updatePeer = (
  db: Db,
  peerId: string,
  change: Pick<PeerRow, 'presence' | 'desktop_id'>,
) => db.updateTable('lan_peers').set(change).where('peer_id', '=', peerId).execute();

export const findPeer = (db: Db, peerId: string, seenSince: number): Promise<PeerRow | undefined> =>
  db
    .selectFrom('lan_peers')
    .selectAll()
    .where('peer_id', '=', peerId)
    .where('seen_at', '>=', seenSince)
    .executeTakeFirst();

export const findHosts = (
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

export const findGuests = (
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

export const deleteGuest = (db: Db, hostId: string, guestId: string) =>
  db
    .deleteFrom('lan_guests')
    .where('host_id', '=', hostId)
    .where('guest_id', '=', guestId)
    .execute();
