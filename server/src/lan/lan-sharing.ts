import { ProductError } from '@clipline/contract/errors.ts';
import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import { isShareable } from '../desktop/find-desktop.ts';
import { afterLeaving, isVisiting, LET_IN } from './lan.access.ts';
import { changePeer, decide, releasePeer, setStanding } from './lan.changes.ts';
import {
  presentPeer,
  tellFailure,
  tellGuests,
  tellHostGone,
  tellParting,
  tellRequest,
} from './lan.news.ts';
import type { Lan } from './lan.ts';
import {
  findPresence,
  isShownByOwner,
  listGuestsOf,
  listGuestsOfDesktop,
  listHostsOf,
  listHostsOn,
  listVisitsOf,
} from './lan-peers.queries.ts';
import { sendDesktopTo } from './lan-updates.ts';
import type { Guest, Host, LanPresence, Standing } from './peers.ts';

const tellGuestsOf = ({ db, channels, tell }: Lan, hostId: string): Promise<void> =>
  tell(async () => tellGuests(channels, hostId, await listGuestsOf(db, hostId)));

/** To a guest who was let in, and to its host. */
async function welcome(lan: Lan, host: Host, { peerId }: LanPresence): Promise<void> {
  await lan.tell(() => sendDesktopTo(lan, host, peerId));
  await tellGuestsOf(lan, host.peerId);
}

/** The host, if it shows a desktop that this visitor may ask for. Throws otherwise. */
async function requireHost(lan: Lan, visitor: LanPresence, hostId: string): Promise<Host> {
  const found = await findPresence(lan.db, hostId);
  if (found && found.network.key !== visitor.network.key)
    throw new ProductError('NOT_LOCAL_NETWORK');
  const isOwn =
    found?.peerId === visitor.peerId || (visitor.owner !== null && found?.owner === visitor.owner);
  if (!found || found.desktopId === null || isOwn) throw new ProductError('PEER_NOT_FOUND');
  const host = { ...found, desktopId: found.desktopId };
  await requireShown(lan, host);
  return host;
}

/** Throws PEER_NOT_FOUND when the desktop is another's by now, or its owner's plan ended. */
async function requireShown(lan: Lan, host: Host): Promise<void> {
  if (!(await isShownByOwner(lan.db, host)) || !(await isShareable(lan, host.desktopId)))
    throw new ProductError('PEER_NOT_FOUND');
}

/** The guest, if it stands in one of these ways. Throws PEER_NOT_FOUND otherwise. */
async function requireGuest(
  { db }: Lan,
  host: Host,
  guestId: string,
  standings: readonly Standing[],
): Promise<LanPresence> {
  const guest = (await listGuestsOf(db, host.peerId)).find(
    ({ presence }) => presence.peerId === guestId,
  );
  if (!guest || !standings.includes(guest.standing)) throw new ProductError('PEER_NOT_FOUND');
  return guest.presence;
}

/** The hosts that a visitor is shown: those of its network, its own devices excepted. */
export async function hostsFor({ db }: Lan, visitor: LanPresence): Promise<LanPeer[]> {
  const hosts = await listHostsOn(db, visitor.network.key);
  return hosts
    .filter(
      (host) =>
        host.peerId !== visitor.peerId && (visitor.owner === null || host.owner !== visitor.owner),
    )
    .map(presentPeer);
}

export async function connect(
  lan: Lan,
  visitor: LanPresence,
  hostId: string,
): Promise<'connected' | 'waiting'> {
  const host = await requireHost(lan, visitor, hostId);
  switch (await decide(lan.db, host, visitor)) {
    case 'admit':
      await welcome(lan, host, visitor);
      return 'connected';
    case 'ask':
      tellRequest(lan.channels, hostId, visitor);
      return 'waiting';
    case 'wait':
      return 'waiting';
    case 'refuse':
      throw new ProductError('PEER_REFUSED');
  }
}

export async function approve(lan: Lan, host: Host, guestId: string): Promise<void> {
  const guest = await requireGuest(lan, host, guestId, ['waiting']);
  await requireShown(lan, host);
  if (!(await setStanding(lan.db, host.peerId, guest, ['waiting'], 'joining')))
    throw new ProductError('PEER_NOT_FOUND');
  await welcome(lan, host, guest);
}

export async function refuse(lan: Lan, host: Host, guestId: string): Promise<void> {
  const guest = await requireGuest(lan, host, guestId, ['waiting']);
  if (await setStanding(lan.db, host.peerId, guest, ['waiting'], 'refused'))
    tellFailure(lan.channels, guestId, 'PEER_REFUSED', host.peerId);
}

export async function drop(lan: Lan, host: Host, guestId: string): Promise<void> {
  const guest = await requireGuest(lan, host, guestId, LET_IN);
  if (!(await setStanding(lan.db, host.peerId, guest, LET_IN, 'dropped'))) return;
  tellParting(lan.channels, guestId, host.peerId);
  await tellGuestsOf(lan, host.peerId);
}

async function endVisit(lan: Lan, { hostId, presence, standing }: Guest): Promise<void> {
  if (!isVisiting(standing)) return;
  if (!(await setStanding(lan.db, hostId, presence, [standing], afterLeaving(standing)))) return;
  tellParting(lan.channels, hostId, presence.peerId);
  await tellGuestsOf(lan, hostId);
}

/** A guest goes from one host. */
export async function leave(lan: Lan, guest: LanPresence, hostId: string): Promise<void> {
  const visits = await listVisitsOf(lan.db, guest.peerId);
  for (const visit of visits) if (visit.hostId === hostId) await endVisit(lan, visit);
}

/**
 * A visitor is gone altogether: as a guest from all hosts, as a host from all guests and from every
 * list.
 */
export async function end(lan: Lan, gone: LanPresence): Promise<void> {
  for (const visit of await listVisitsOf(lan.db, gone.peerId)) await endVisit(lan, visit);
  const present = (await findPresence(lan.db, gone.peerId)) ?? gone;
  const guests = await listGuestsOf(lan.db, gone.peerId);
  await releasePeer(lan.db, gone);
  if (present.desktopId !== null) tellHostGone(lan.channels, gone, guests);
}

/** The desktop is shown no more: its owner, or what they may do, has changed. */
export async function endSharing(lan: Lan, desktopId: string): Promise<void> {
  const { db, channels } = lan;
  for (const host of await listHostsOf(db, desktopId)) {
    const guests = await listGuestsOf(db, host.peerId);
    if (!(await changePeer(db, host.peerId, { desktopId: null }))) continue;
    for (const { presence, standing } of guests)
      if (isVisiting(standing))
        await setStanding(db, host.peerId, presence, [standing], afterLeaving(standing));
    tellHostGone(channels, host, guests);
    tellFailure(channels, host.peerId, 'NO_DESKTOP_TO_HOST', host.peerId);
    await tellGuestsOf(lan, host.peerId);
  }
}

/** The check behind links to the files of a desktop that were given to a guest. */
export async function isGuestOf(lan: Lan, desktopId: string, linkId: string): Promise<boolean> {
  const guests = await listGuestsOfDesktop(lan.db, desktopId);
  return (
    guests.some((guest) => guest.linkId === linkId && LET_IN.includes(guest.standing)) &&
    isShareable(lan, desktopId)
  );
}
