import { setImmediate } from 'node:timers/promises';
import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { idsOf } from '../core/ids.ts';
import { inTurn, LARGE_BYTES, readWhole } from '../core/live/whole-state.ts';
import { isoTime } from '../core/time.ts';
import { type ItemRow, listItemsChangedSince } from '../desktop/desktop-items.queries.ts';
import { type DesktopRow, findDesktop } from '../desktop/desktops.queries.ts';
import { presentItem } from '../desktop/desktop.present.ts';
import { isShareable } from '../desktop/find-desktop.ts';
import { readFullItemsInChunks } from '../desktop/read-desktop.ts';
import { LET_IN } from './lan.access.ts';
import { setStanding } from './lan.changes.ts';
import { lanChannel } from './lan.news.ts';
import type { Lan, Told } from './lan.ts';
import { listGuestsOf, listGuestsOfDesktop } from './lan-peers.queries.ts';
import type { Guest, Host, Standing } from './peers.ts';
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
/** As long work, where the store cannot be asked. */
const FAILURE_MS = 1000;

/** Blocks as they stood, presented as far as all guests read the same. */
type Blocks = readonly { readonly full: FullItem; readonly common: DesktopItem }[];

/** A desktop as it stood, with all of its blocks. */
interface Snapshot {
  readonly desktop: DesktopRow;
  readonly blocks: Blocks;
}

/** What became of a desktop since one of its versions. */
interface Changes {
  readonly desktop: DesktopRow;
  readonly since: number;
  readonly changed: Blocks;
  readonly removed: string[];
}

const blockOf = ({ files }: Lan, full: FullItem): Blocks[number] => ({
  full,
  common: presentItem({ row: full.row, file: undefined }, files, ''),
});

const blocksOf = async (lan: Lan, rows: ItemRow[]): Promise<Blocks> =>
  (await withFiles(lan.db, rows)).map((full) => blockOf(lan, full));

/** Read after the desktop, so that the blocks are at least as new as its version says. */
async function readSnapshot(lan: Lan, desktop: DesktopRow): Promise<Snapshot> {
  const items = await readWhole(desktop.text_byte_count, () =>
    readFullItemsInChunks(lan.db, desktop.id),
  );
  return { desktop, blocks: items.map((full) => blockOf(lan, full)) };
}

/** Read after the desktop as well: what is newer comes once more with the next changes. */
async function readChanges(lan: Lan, desktop: DesktopRow, since: number): Promise<Changes> {
  const rows = await listItemsChangedSince(lan.db, desktop.id, since);
  return {
    desktop,
    since,
    changed: await blocksOf(
      lan,
      rows.filter((row) => row.deleted_at === null),
    ),
    removed: idsOf(rows.filter((row) => row.deleted_at !== null)),
  };
}

/** Each guest has links to files of its own. */
const presentBlocks = (files: Lan['files'], blocks: Blocks, { linkId }: Guest): DesktopItem[] =>
  blocks.map(({ full, common }) =>
    full.file ? presentItem(full, files, lanReader(linkId)) : common,
  );

const headOf = ({ hostId }: Guest, { id, version, updated_at }: DesktopRow) => ({
  peerId: hostId,
  desktopId: id,
  lastUpdated: isoTime(updated_at),
  version,
});

const channelOf = ({ presence }: Guest) => lanChannel.peer(presence.peerId);

/** Those of the guests of a desktop that are in, or as they come in. */
const guestsThatAre = async (
  { db }: Lan,
  desktopId: string,
  wanted: Standing,
): Promise<readonly Guest[]> =>
  (await listGuestsOfDesktop(db, desktopId)).filter(({ standing }) => standing === wanted);

/** Whether a guest is in as it was when it was read: a later admission has another link. */
const isStillIn = async (lan: Lan, desktopId: string, { standing, linkId }: Guest) =>
  (await guestsThatAre(lan, desktopId, standing)).some((guest) => guest.linkId === linkId);

const sendSnapshot = (
  lan: Lan,
  event: 'lan:peer:desktop_data' | 'lan:desktop:update',
  { desktop, blocks }: Snapshot,
  guest: Guest,
): Promise<void> =>
  inTurn(desktop.text_byte_count, () =>
    lan.channels.tellOne(
      channelOf(guest),
      event,
      { ...headOf(guest, desktop), items: presentBlocks(lan.files, blocks, guest) },
      () => isStillIn(lan, desktop.id, guest),
    ),
  );

const sendChanges = (
  lan: Lan,
  { desktop, since, changed, removed }: Changes,
  guest: Guest,
): Promise<void> =>
  lan.channels.tellOne(
    channelOf(guest),
    'lan:desktop:items',
    {
      ...headOf(guest, desktop),
      since,
      changed: presentBlocks(lan.files, changed, guest),
      removed,
    },
    () => isStillIn(lan, desktop.id, guest),
  );

const hearsItems = ({ presence }: Guest): boolean => presence.itemNews === true;

/**
 * A guest that was passed over hears how the desktop stands once it has read what it was told, and
 * again when it was passed over meanwhile.
 */
async function tellOnceRead(lan: Lan, desktopId: string, guest: Guest): Promise<void> {
  const begun = lan.behind.get(guest.linkId);
  if (begun) {
    begun.again = true;
    return;
  }
  const own = { again: false };
  lan.behind.set(guest.linkId, own);
  try {
    do {
      await lan.channels.caughtUp(channelOf(guest));
      own.again = false;
      const isIn = (await isStillIn(lan, desktopId, guest)) && (await isShareable(lan, desktopId));
      const desktop = isIn ? await findDesktop(lan.db, desktopId) : undefined;
      if (!desktop) return;
      await sendSnapshot(lan, 'lan:desktop:update', await readSnapshot(lan, desktop), guest);
    } while (own.again);
  } finally {
    lan.behind.delete(guest.linkId);
  }
}

const isBehind = ({ behind, channels }: Lan, guest: Guest): boolean =>
  behind.has(guest.linkId) || channels.isBehind(channelOf(guest));

/** Tells guests what is new since that version, each as it asked for it; returns the work in ms. */
async function sendNews(
  lan: Lan,
  desktop: DesktopRow,
  since: number,
  guests: readonly Guest[],
): Promise<number> {
  const changes = guests.some(hearsItems) ? await readChanges(lan, desktop, since) : undefined;
  const snapshot = guests.every(hearsItems) ? undefined : await readSnapshot(lan, desktop);
  const start = performance.now();
  // One of these is not sent to a guest that has yet to read another.
  const isLarge = desktop.text_byte_count > LARGE_BYTES;
  for (const guest of guests)
    if (changes && hearsItems(guest)) await sendChanges(lan, changes, guest);
    else if (isLarge && isBehind(lan, guest))
      tellOnceRead(lan, desktop.id, guest).catch(lan.onDefect);
    else if (snapshot) {
      await sendSnapshot(lan, 'lan:desktop:update', snapshot, guest);
      // Guests of other nodes are told in one go each.
      if (isLarge) await setImmediate();
    }
  return performance.now() - start;
}

/** Returns for how many ms they were told. */
async function updateGuests(lan: Lan, desktopId: string, told: Told): Promise<number> {
  const since = Math.min(told.version ?? Infinity, told.changedSince ?? Infinity);
  told.changedSince = undefined;
  const guests = await guestsThatAre(lan, desktopId, 'connected');
  const isSeen = guests.length > 0 && (await isShareable(lan, desktopId));
  const desktop = isSeen ? await findDesktop(lan.db, desktopId) : undefined;
  // A change that came while the one before was read was told with it.
  if (!desktop || told.version === desktop.version) return 0;
  told.version = desktop.version;
  return sendNews(lan, desktop, since, guests);
}

async function updateAndRest(lan: Lan, desktopId: string, told: Told): Promise<void> {
  lan.told.set(desktopId, told);
  const { version, changedSince } = told;
  const work = await updateGuests(lan, desktopId, told).catch((error) => {
    lan.onDefect(error);
    // They hear of it later.
    Object.assign(told, { version, changedSince });
    return FAILURE_MS;
  });
  setTimeout(
    () => {
      lan.told.delete(desktopId);
      if (told.changedSince !== undefined) void updateAndRest(lan, desktopId, told);
    },
    Math.max(UPDATE_MS, REST_PER_WORK * work),
  ).unref();
}

/** The desktop has changed and became this version: its guests hear it at once or a moment later. */
export function updateSoon(lan: Lan, { id, version }: Pick<DesktopRow, 'id' | 'version'>): void {
  const told = lan.told.get(id);
  if (told) told.changedSince = Math.min(told.changedSince ?? Infinity, version - 1);
  else void updateAndRest(lan, id, { changedSince: version - 1 });
}

/** Sends everything to a guest who was just let in, if it still is. */
export async function sendDesktopTo(lan: Lan, host: Host, guestId: string): Promise<void> {
  const guests = await listGuestsOf(lan.db, host.peerId);
  const guest = guests.find(({ presence }) => presence.peerId === guestId);
  const desktop = await findDesktop(lan.db, host.desktopId);
  if (!guest || !LET_IN.includes(guest.standing) || !desktop) return;
  await sendSnapshot(lan, 'lan:peer:desktop_data', await readSnapshot(lan, desktop), guest);
  // From here on news reach the guest; what happened before this moment is asked for once more.
  if (!(await setStanding(lan.db, host.peerId, guest.presence, ['joining'], 'connected'))) return;
  const now = await findDesktop(lan.db, host.desktopId);
  if (now && now.version > desktop.version) await sendNews(lan, now, desktop.version, [guest]);
}
