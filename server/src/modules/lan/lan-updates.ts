import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import type { ServerPayload } from '@clipline/contract/schemas/events.ts';
import { isoTime } from '../../platform/time.ts';
import { listItems } from '../desktop/desktop-items.queries.ts';
import { type DesktopRow, findDesktop } from '../desktop/desktops.queries.ts';
import { presentItem } from '../desktop/desktop.present.ts';
import { isShareable } from '../desktop/find-desktop.ts';
import { setStanding } from './lan.changes.ts';
import { lanChannel } from './lan.news.ts';
import type { Lan, Told } from './lan.ts';
import { listGuestsOf, listGuestsOfDesktop } from './lan-peers.queries.ts';
import type { Guest, Host } from './peers.ts';
import { type FullItem, lanReader, withFiles } from '../desktop/desktop-files.ts';

/**
 * A drag says sixty times a second where a block is; guests hear of it this often, and always of
 * the last position.
 */
const UPDATE_MS = 50;
/**
 * With many guests and blocks the server rests longer, or one drag would keep all others
 * waiting.
 */
const REST_PER_WORK = 3;

/** A desktop as it stood, presented as far as all guests read the same. */
interface Snapshot {
  readonly desktop: DesktopRow;
  readonly items: readonly { readonly full: FullItem; readonly common: DesktopItem }[];
}

/** Read in this order, the items are at least as new as the version says. */
async function readSnapshot({ db, files }: Lan, desktopId: string): Promise<Snapshot | undefined> {
  const desktop = await findDesktop(db, desktopId);
  if (!desktop) return undefined;
  const items = await withFiles(db, await listItems(db, desktopId));
  return {
    desktop,
    items: items.map((full) => ({
      full,
      common: presentItem({ row: full.row, file: undefined }, files, ''),
    })),
  };
}

function present(
  files: Lan['files'],
  { desktop, items }: Snapshot,
  { hostId, linkId }: Guest,
): ServerPayload<'lan:desktop:update'> {
  const reader = lanReader(linkId);
  return {
    peerId: hostId,
    desktopId: desktop.id,
    items: items.map(({ full, common }) => (full.file ? presentItem(full, files, reader) : common)),
    lastUpdated: isoTime(desktop.updated_at),
    version: desktop.version,
  };
}

const sendSnapshot = (
  { channels, files }: Lan,
  event: 'lan:peer:desktop_data' | 'lan:desktop:update',
  snapshot: Snapshot,
  guest: Guest,
) =>
  channels.publish(lanChannel.peer(guest.presence.peerId), event, present(files, snapshot, guest));

/** Returns for how many ms nothing else could be done. */
async function updateGuests(lan: Lan, desktopId: string, told: Told): Promise<number> {
  const guests = (await listGuestsOfDesktop(lan.db, desktopId)).filter(
    ({ standing }) => standing === 'connected',
  );
  const isSeen = guests.length > 0 && (await isShareable(lan, desktopId));
  const snapshot = isSeen ? await readSnapshot(lan, desktopId) : undefined;
  // A change that came while the one before was read was told with it.
  if (!snapshot || told.version === snapshot.desktop.version) return 0;
  told.version = snapshot.desktop.version;
  const start = performance.now();
  for (const guest of guests) sendSnapshot(lan, 'lan:desktop:update', snapshot, guest);
  return performance.now() - start;
}

async function updateAndRest(lan: Lan, desktopId: string, told: Told): Promise<void> {
  told.hasChanged = false;
  lan.told.set(desktopId, told);
  const work = await updateGuests(lan, desktopId, told).catch((error) => {
    lan.onDefect(error);
    return 0;
  });
  setTimeout(
    () => {
      lan.told.delete(desktopId);
      if (told.hasChanged) void updateAndRest(lan, desktopId, told);
    },
    Math.max(UPDATE_MS, REST_PER_WORK * work),
  ).unref();
}

/** The desktop may have changed: its guests get its stored state, at once or a moment later. */
export function updateSoon(lan: Lan, desktopId: string): void {
  const told = lan.told.get(desktopId);
  if (told) told.hasChanged = true;
  else void updateAndRest(lan, desktopId, { hasChanged: false });
}

/** Sends everything to a guest who was just let in. */
export async function sendDesktopTo(lan: Lan, host: Host, guestId: string): Promise<void> {
  const guests = await listGuestsOf(lan.db, host.peerId);
  const guest = guests.find(({ presence }) => presence.peerId === guestId);
  const snapshot = await readSnapshot(lan, host.desktopId);
  if (!guest || !snapshot) return;
  sendSnapshot(lan, 'lan:peer:desktop_data', snapshot, guest);
  // From here on updates reach the guest; what happened before this moment is asked for once more.
  if (!(await setStanding(lan.db, host.peerId, guest.presence, ['joining'], 'connected'))) return;
  const now = await readSnapshot(lan, host.desktopId);
  if (now && now.desktop.version > snapshot.desktop.version)
    sendSnapshot(lan, 'lan:desktop:update', now, guest);
}
