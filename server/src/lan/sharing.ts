import { ProductError } from '@clipline/contract/errors.ts';
import type { LanPeer } from '@clipline/contract/schemas/lan.ts';
import type { App } from '../core/app.ts';
import { newId } from '../core/ids.ts';
import { isShareable } from '../desktop/find-desktop.ts';
import {
  afterLeaving,
  type Guest,
  type Host,
  isVisiting,
  type LanPresence,
  type Standing,
} from './lan.access.ts';
import { changePeer, decide, releasePeer } from './lan.changes.ts';
import * as news from './lan.news.ts';
import * as queries from './lan.queries.ts';
import { sendDesktopTo } from './updates.ts';

/** What is sent counts for the address that asked. */
async function welcome(
  app: App,
  host: Host,
  { peerId }: LanPresence,
  address: string,
): Promise<void> {
  await app.tell(() => sendDesktopTo(app, host, peerId, address));
  await app.tell(() => news.tellGuests(app, host.peerId));
}

/** Throws PEER_NOT_FOUND when the desktop is another's by now, or its owner's plan ended. */
async function requireShown(app: App, host: Host): Promise<void> {
  if (!(await queries.isShownByOwner(app.db, host)) || !(await isShareable(app, host.desktopId)))
    throw new ProductError('PEER_NOT_FOUND');
}

/** Devices of one owner need no local network. */
const isSameOwner = (one: LanPresence, other: LanPresence): boolean =>
  one.peerId === other.peerId || (one.owner !== null && one.owner === other.owner);

async function requireHost(app: App, visitor: LanPresence, hostId: string): Promise<Host> {
  const found = await queries.findPresence(app.db, hostId);
  if (found && found.network.key !== visitor.network.key)
    throw new ProductError('NOT_LOCAL_NETWORK');
  if (!found || found.desktopId === null || isSameOwner(found, visitor))
    throw new ProductError('PEER_NOT_FOUND');
  const host = { ...found, desktopId: found.desktopId };
  await requireShown(app, host);
  return host;
}

async function requireGuest(
  { db }: App,
  host: Host,
  guestId: string,
  standing: Standing,
): Promise<Guest> {
  const guests = await queries.listGuestsOf(db, host.peerId);
  const guest = guests.find(({ presence }) => presence.peerId === guestId);
  if (guest?.standing !== standing) throw new ProductError('PEER_NOT_FOUND');
  return guest;
}

export async function hostsFor({ db }: App, visitor: LanPresence): Promise<LanPeer[]> {
  const hosts = await queries.listHostsOn(db, visitor.network.key);
  return hosts.filter((host) => !isSameOwner(host, visitor)).map(news.presentPeer);
}

export async function connect(
  app: App,
  visitor: LanPresence,
  hostId: string,
  address: string,
): Promise<'connected' | 'waiting'> {
  const host = await requireHost(app, visitor, hostId);
  switch (await decide(app.db, host, visitor)) {
    case 'admit':
      await welcome(app, host, visitor, address);
      return 'connected';
    case 'ask':
      news.tellRequest(app, hostId, visitor);
      return 'waiting';
    case 'wait':
      return 'waiting';
    case 'refuse':
      throw new ProductError('PEER_REFUSED');
  }
}

export async function approve(
  app: App,
  host: Host,
  guestId: string,
  address: string,
): Promise<void> {
  const guest = await requireGuest(app, host, guestId, 'waiting');
  await requireShown(app, host);
  if (!(await queries.changeGuest(app.db, guest, { standing: 'connected', link_id: newId() })))
    throw new ProductError('PEER_NOT_FOUND');
  await welcome(app, host, guest.presence, address);
}

export async function refuse(app: App, host: Host, guestId: string): Promise<void> {
  const guest = await requireGuest(app, host, guestId, 'waiting');
  if (await queries.changeGuest(app.db, guest, { standing: 'refused' }))
    news.tellFailure(app, guestId, 'PEER_REFUSED', host.peerId);
}

export async function drop(app: App, host: Host, guestId: string): Promise<void> {
  const guest = await requireGuest(app, host, guestId, 'connected');
  if (!(await queries.changeGuest(app.db, guest, { standing: 'dropped' }))) return;
  news.tellParting(app, guestId, host.peerId);
  await app.tell(() => news.tellGuests(app, host.peerId));
}

async function endVisit(app: App, guest: Guest): Promise<void> {
  const { hostId, presence, standing } = guest;
  if (!isVisiting(standing)) return;
  if (!(await queries.changeGuest(app.db, guest, { standing: afterLeaving[standing] }))) return;
  news.tellParting(app, hostId, presence.peerId);
  await app.tell(() => news.tellGuests(app, hostId));
}

export async function leave(app: App, guest: LanPresence, hostId: string): Promise<void> {
  const visits = await queries.listVisitsOf(app.db, guest.peerId);
  for (const visit of visits) if (visit.hostId === hostId) await endVisit(app, visit);
}

export async function end(app: App, gone: LanPresence): Promise<void> {
  for (const visit of await queries.listVisitsOf(app.db, gone.peerId)) await endVisit(app, visit);
  const present = (await queries.findPresence(app.db, gone.peerId)) ?? gone;
  const guests = await queries.listGuestsOf(app.db, gone.peerId);
  await releasePeer(app.db, gone);
  if (present.desktopId !== null) news.tellHostGone(app, gone, guests);
}

/** The desktop is shown no more: its owner, or what they may do, has changed. */
export async function endSharing(app: App, desktopId: string): Promise<void> {
  for (const host of await queries.listHostsOf(app.db, desktopId)) {
    const guests = await queries.listGuestsOf(app.db, host.peerId);
    if (!(await changePeer(app.db, host.peerId, { desktopId: null }))) continue;
    await queries.endVisits(app.db, 'host_id', host.peerId);
    news.tellHostGone(app, host, guests);
    news.tellFailure(app, host.peerId, 'NO_DESKTOP_TO_HOST', host.peerId);
    await app.tell(() => news.tellGuests(app, host.peerId));
  }
}

export async function isGuestOf(app: App, desktopId: string, linkId: string): Promise<boolean> {
  const guests = await queries.listGuestsOfDesktop(app.db, desktopId);
  return (
    guests.some((guest) => guest.linkId === linkId && guest.standing === 'connected') &&
    isShareable(app, desktopId)
  );
}
