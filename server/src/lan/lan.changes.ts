import { ProductError } from '@clipline/contract/errors.ts';
import { type Db, transact } from '../core/db/database.ts';
import { newId } from '../core/ids.ts';
import {
  type Admission,
  admissionOf,
  type Guest,
  type Host,
  type LanPresence,
  mayAsk,
  standingAmong,
} from './lan.access.ts';
import * as queries from './lan.queries.ts';

/** Those who are gone give way. */
export const MAX_GUESTS = 500;
/** Tabs and devices that show one desktop at a time. */
const MAX_HOSTS = 20;

const firstToForget = (guests: readonly Guest[]): Guest | undefined =>
  (['dropped', 'left', 'refused'] as const)
    .map((standing) => guests.find((guest) => guest.standing === standing))
    .find((guest) => guest !== undefined);

async function makeSpace(tx: Db, guests: readonly Guest[]): Promise<boolean> {
  if (guests.length < MAX_GUESTS) return true;
  const gone = firstToForget(guests);
  if (gone) await queries.removeGuest(tx, gone.hostId, gone.presence.peerId);
  return gone !== undefined;
}

/** A host that may come back keeps its id: whom it turned away is not another's to forget. */
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
    const before = await queries.findPeer(tx, peer_id);
    const isBack = before !== undefined && queries.presenceIn(before).owner === presence.owner;
    if (before && (queries.isHere(before) || (before.desktop_id !== null && !isBack))) return false;
    await queries.endVisits(tx, 'guest_id', peer_id);
    if (!before) return queries.insertPeer(tx, row);
    // A host that comes back under its id still knows whom it turned away.
    await queries.keepRemoved(tx, peer_id);
    await queries.updatePeer(tx, peer_id, row);
    return true;
  });
}

/** Whom a host turned away stays so for a day: when it comes back, and for its desktop. */
export const releasePeer = (
  db: Db,
  { peerId, sessionId }: Pick<LanPresence, 'peerId' | 'sessionId'>,
): Promise<void> =>
  transact(db, async (tx) => {
    const row = await queries.findPeer(tx, peerId);
    if (row?.session_id !== sessionId) return;
    if (row.desktop_id !== null && (await queries.keepRemoved(tx, peerId)))
      await queries.updatePeer(tx, peerId, { seen_at: queries.unseenNow() });
    else await queries.removePeer(tx, peerId, sessionId);
  });

export const changePeer = (
  db: Db,
  peerId: string,
  change: Partial<Pick<LanPresence, 'name' | 'desktopId'>>,
): Promise<LanPresence | undefined> =>
  transact(db, async (tx) => {
    const row = await queries.findPeer(tx, peerId);
    if (!row || !queries.isHere(row)) return undefined;
    const after = { ...queries.presenceIn(row), ...change };
    const { desktopId: desktop_id } = after;
    const isNewHost = desktop_id !== null && desktop_id !== row.desktop_id;
    if (isNewHost && (await queries.listHostsOf(tx, desktop_id)).length >= MAX_HOSTS)
      throw new ProductError('TOO_MANY_REQUESTS');
    await queries.updatePeer(tx, peerId, { presence: JSON.stringify(after), desktop_id });
    return after;
  });

/** Of many visitors at once each counts. */
export const decide = (db: Db, host: Host, visitor: LanPresence): Promise<Admission> =>
  transact(db, async (tx) => {
    if (!(await queries.findPresence(tx, host.peerId))) throw new ProductError('PEER_NOT_FOUND');
    const guests = await queries.listGuestsOf(tx, host.peerId);
    const known = [...guests, ...(await queries.listRemovedByOthers(tx, host, MAX_GUESTS))];
    const admission = admissionOf(visitor.network, standingAmong(known, visitor));
    if (admission === 'wait' || admission === 'refuse') return admission;
    if (admission === 'ask' && !mayAsk(guests, visitor)) return 'refuse';
    const isKnown = guests.some(({ presence }) => presence.peerId === visitor.peerId);
    if (!isKnown && !(await makeSpace(tx, guests)))
      throw new ProductError(admission === 'ask' ? 'PEER_REFUSED' : 'PEER_NOT_FOUND');
    await queries.saveGuest(tx, {
      host_id: host.peerId,
      guest_id: visitor.peerId,
      presence: JSON.stringify(visitor),
      standing: admission === 'ask' ? 'waiting' : 'connected',
      link_id: newId(),
    });
    return admission;
  });
