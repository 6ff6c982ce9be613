import type { Insertable, Selectable } from 'kysely';
import { type Db, isAny } from '../core/db/database.ts';
import type { Schema } from '../core/db/schema.ts';
import { type DesktopRow, findDesktop } from '../desktop/desktop.queries.ts';
import {
  afterLeaving,
  type Guest,
  type Host,
  type LanPresence,
  REMOVED,
  type Standing,
} from './lan.access.ts';

/** The node of a peer not seen for so long has died. */
export const STALE_MS = 20_000;
const seenSince = () => Date.now() - STALE_MS;
export const unseenNow = () => seenSince() - 1;

const ownerOf = ({ user_id, browser_hash }: DesktopRow): string =>
  user_id === null ? `browser ${browser_hash}` : `user ${user_id}`;

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

/** Whom a host turned away is known for as long as its desktop is shown in its network. */
export const removePeersUnseen = (db: Db, before: number, hostsBefore: number) =>
  db
    .deleteFrom('lan_peers')
    .where('seen_at', '<', before)
    .where((where) =>
      where.or([
        where('desktop_id', 'is', null),
        where.and([
          where('seen_at', '<', hostsBefore),
          where.not(
            where.exists(
              where
                .selectFrom('lan_peers as other')
                .select('other.peer_id')
                .whereRef('other.desktop_id', '=', 'lan_peers.desktop_id')
                .whereRef('other.network_key', '=', 'lan_peers.network_key')
                .where('other.seen_at', '>=', seenSince()),
            ),
          ),
        ]),
      ]),
    )
    .execute();

/** A process that begins alone: who was here went with the one before it. */
export const forgetPeersSeen = (db: Db) =>
  db
    .updateTable('lan_peers')
    .set({ seen_at: unseenNow() })
    .where('seen_at', '>', unseenNow())
    .execute();

export const insertPeer = (db: Db, peer: Insertable<Schema['lan_peers']>): Promise<boolean> =>
  isAny(
    db
      .insertInto('lan_peers')
      .values(peer)
      .onConflict((c) => c.doNothing()),
  );

export const removePeer = (db: Db, peerId: string, sessionId: string) =>
  db
    .deleteFrom('lan_peers')
    .where('peer_id', '=', peerId)
    .where('session_id', '=', sessionId)
    .execute();

export const updatePeer = (db: Db, peerId: string, change: Partial<PeerRow>) =>
  db.updateTable('lan_peers').set(change).where('peer_id', '=', peerId).execute();

export const findPeer = (db: Db, peerId: string): Promise<PeerRow | undefined> =>
  db.selectFrom('lan_peers').selectAll().where('peer_id', '=', peerId).executeTakeFirst();

export const isHere = ({ seen_at }: PeerRow): boolean => seen_at >= seenSince();

export async function findPresence(db: Db, peerId: string): Promise<LanPresence | undefined> {
  const row = await findPeer(db, peerId);
  return row && isHere(row) ? presenceIn(row) : undefined;
}

const MAX_HOSTS_LISTED = 200;

async function listHosts(db: Db, by: 'network_key' | 'desktop_id', value: string): Promise<Host[]> {
  const rows = await db
    .selectFrom('lan_peers')
    .selectAll()
    .where(by, '=', value)
    .where('desktop_id', 'is not', null)
    .where('seen_at', '>=', seenSince())
    .orderBy('peer_id')
    .limit(MAX_HOSTS_LISTED)
    .execute();
  return rows.map((row) => presenceIn(row) as Host);
}
export const listHostsOn = (db: Db, networkKey: string) => listHosts(db, 'network_key', networkKey);
export const listHostsOf = (db: Db, desktopId: string) => listHosts(db, 'desktop_id', desktopId);

/** Whether a host shows a desktop that is its own still: it may be another's by now. */
export async function isShownByOwner(db: Db, { owner, desktopId }: Host): Promise<boolean> {
  const desktop = await findDesktop(db, desktopId);
  return desktop !== undefined && owner === ownerOf(desktop);
}

export const markPeersSeen = (db: Db, sessionIds: readonly string[]) =>
  db
    .updateTable('lan_peers')
    .set({ seen_at: Date.now() })
    .where('session_id', 'in', sessionIds)
    .execute();

async function listGuests(db: Db, by: 'host_id' | 'guest_id', peerIds: string[]): Promise<Guest[]> {
  if (peerIds.length === 0) return [];
  const rows = await db
    .selectFrom('lan_guests')
    .selectAll()
    .where(by, 'in', peerIds)
    .orderBy('host_id')
    .orderBy('guest_id')
    .execute();
  return rows.map(guestIn);
}
export const listGuestsOf = (db: Db, hostId: string) => listGuests(db, 'host_id', [hostId]);
export const listVisitsOf = (db: Db, peerId: string) => listGuests(db, 'guest_id', [peerId]);

export async function listGuestsOfDesktop(db: Db, desktopId: string): Promise<Guest[]> {
  const desktop = await findDesktop(db, desktopId);
  if (!desktop) return [];
  const hosts = (await listHostsOf(db, desktopId)).filter(
    ({ owner }) => owner === ownerOf(desktop),
  );
  const hostIds = hosts.map(({ peerId }) => peerId);
  return listGuests(db, 'host_id', hostIds);
}

export async function listRemovedByOthers(
  db: Db,
  { peerId, desktopId, network }: Host,
  limit: number,
): Promise<Guest[]> {
  const rows = await db
    .selectFrom('lan_guests as guest')
    .innerJoin('lan_peers as host', 'host.peer_id', 'guest.host_id')
    .selectAll('guest')
    .where('host.desktop_id', '=', desktopId)
    .where('host.network_key', '=', network.key)
    .where('host.peer_id', '!=', peerId)
    .where('guest.standing', 'in', REMOVED)
    .orderBy('guest.standing', 'desc')
    .limit(limit)
    .execute();
  return rows.map(guestIn);
}

export async function endVisits(db: Db, of: 'guest_id' | 'host_id', peerId: string): Promise<void> {
  for (const [standing, after] of Object.entries(afterLeaving))
    await db
      .updateTable('lan_guests')
      .set({ standing: after })
      .where(of, '=', peerId)
      .where('standing', '=', standing)
      .execute();
}

export const saveGuest = (db: Db, { host_id, guest_id, ...values }: GuestRow) =>
  db
    .insertInto('lan_guests')
    .values({ host_id, guest_id, ...values })
    .onConflict((c) => c.columns(['host_id', 'guest_id']).doUpdateSet(values))
    .execute();

export const changeGuest = (
  db: Db,
  { hostId, presence, standing }: Guest,
  change: Partial<Pick<GuestRow, 'standing' | 'link_id'>>,
): Promise<boolean> =>
  isAny(
    db
      .updateTable('lan_guests')
      .set(change)
      .where('host_id', '=', hostId)
      .where('guest_id', '=', presence.peerId)
      .where('standing', '=', standing),
  );

/** Who waits for a reply counts as turned away: asking once more must not undo that. */
export async function keepRemoved(db: Db, hostId: string): Promise<boolean> {
  await endVisits(db, 'host_id', hostId);
  await db
    .deleteFrom('lan_guests')
    .where('host_id', '=', hostId)
    .where('standing', 'not in', REMOVED)
    .execute();
  return (await listGuestsOf(db, hostId)).length > 0;
}

export const removeGuest = (db: Db, hostId: string, guestId: string) =>
  db
    .deleteFrom('lan_guests')
    .where('host_id', '=', hostId)
    .where('guest_id', '=', guestId)
    .execute();
