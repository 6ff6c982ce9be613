import { setTimeout } from 'node:timers/promises';
import type { App } from '../core/app.ts';
import { allOf } from '../core/chunks.ts';
import { countLength } from '../core/http/serve.ts';
import { idsOf } from '../core/ids.ts';
import { isoTime } from '../core/time.ts';
import {
  type FullItem,
  lanReader,
  presentItem,
  readFullItemsInChunks,
  withFiles,
} from '../desktop/desktop.present.ts';
import { type DesktopRow, findDesktop, listItemsChangedSince } from '../desktop/desktop.queries.ts';
import { isShareable } from '../desktop/find-desktop.ts';
import type { Guest, Host } from './lan.access.ts';
import { lanChannel } from './lan.news.ts';
import { listGuestsOf, listGuestsOfDesktop } from './lan.queries.ts';

/**
 * What guests are told of a desktop, and how often: a drag says sixty times a second where a block
 * is. Guests that asked for news of items get those, all others the whole board.
 */
const REST_MS = { items: 50, board: 1000 } as const;
type News = keyof typeof REST_MS;
/** The server rests longer after long work, or one drag would keep all others waiting. */
const REST_PER_WORK = 3;
const LONG_MS = 5;
const FAILURE_MS = 1000;

export interface Told {
  version: number;
  isChanged: boolean;
}

const presentFor = (app: App, { linkId }: Guest, items: readonly FullItem[]) =>
  items.map((item) => presentItem(app, item, lanReader(linkId)));

const headOf = ({ hostId }: Guest, { id, version, updated_at }: DesktopRow) => ({
  peerId: hostId,
  desktopId: id,
  lastUpdated: isoTime(updated_at),
  version,
});

const channelOf = ({ presence }: Guest) => lanChannel.peer(presence.peerId);

/** Read after the desktop, so that the items are at least as new as its version says. */
const readBoard = ({ db }: App, { id }: DesktopRow): Promise<FullItem[]> =>
  allOf(readFullItemsInChunks(db, id));

const guestsIn = async ({ db }: App, desktopId: string): Promise<readonly Guest[]> =>
  (await listGuestsOfDesktop(db, desktopId)).filter(({ standing }) => standing === 'connected');

/** Who was put out meanwhile is told nothing: a later admission has another link. */
async function tellEach(
  app: App,
  desktopId: string,
  guests: readonly Guest[],
  tell: (guest: Guest) => void,
): Promise<void> {
  let still = new Set(guests.map(({ linkId }) => linkId));
  let start = performance.now();
  for (const guest of guests) {
    if (still.has(guest.linkId)) tell(guest);
    const work = performance.now() - start;
    if (work < LONG_MS) continue;
    await setTimeout(REST_PER_WORK * work, undefined, { ref: false });
    still = new Set((await guestsIn(app, desktopId)).map(({ linkId }) => linkId));
    start = performance.now();
  }
}

async function sendItems(
  app: App,
  desktop: DesktopRow,
  since: number,
  guests: readonly Guest[],
): Promise<void> {
  // Read after the desktop as well: what is newer comes once more with the next changes.
  const rows = await listItemsChangedSince(app.db, desktop.id, since);
  const changed = await withFiles(
    app.db,
    rows.filter((row) => row.deleted_at === null),
  );
  const removed = idsOf(rows.filter((row) => row.deleted_at !== null));
  await tellEach(app, desktop.id, guests, (guest) =>
    app.channels.publish(channelOf(guest), 'lan:desktop:items', {
      ...headOf(guest, desktop),
      since,
      changed: presentFor(app, guest, changed),
      removed,
    }),
  );
}

async function sendBoard(
  app: App,
  event: 'lan:peer:desktop_data' | 'lan:desktop:update',
  desktop: DesktopRow,
  guests: readonly Guest[],
): Promise<void> {
  const items = await readBoard(app, desktop);
  await tellEach(app, desktop.id, guests, (guest) =>
    app.channels.publish(channelOf(guest), event, {
      ...headOf(guest, desktop),
      items: presentFor(app, guest, items),
    }),
  );
}

async function tellGuests(app: App, kind: News, desktopId: string, since: number): Promise<number> {
  const guests = (await guestsIn(app, desktopId)).filter(
    ({ presence }) => (presence.itemNews === true) === (kind === 'items'),
  );
  const isSeen = guests.length > 0 && (await isShareable(app, desktopId));
  const desktop = isSeen ? await findDesktop(app.db, desktopId) : undefined;
  // A change that came while the one before was read was told with it.
  if (!desktop || desktop.version === since) return since;
  if (kind === 'items') await sendItems(app, desktop, since, guests);
  else await sendBoard(app, 'lan:desktop:update', desktop, guests);
  return desktop.version;
}

async function tellAtRest(
  app: App,
  kind: News,
  { id, version }: Pick<DesktopRow, 'id' | 'version'>,
) {
  const { told } = app.lan;
  const key = `${kind} ${id}`;
  const known = told.get(key);
  if (known) {
    known.isChanged = true;
    return;
  }
  const own: Told = { version: version - 1, isChanged: true };
  told.set(key, own);
  while (own.isChanged) {
    own.isChanged = false;
    let rest: number = REST_MS[kind];
    try {
      own.version = await tellGuests(app, kind, id, own.version);
    } catch (error) {
      app.onDefect(error);
      own.isChanged = true;
      rest = FAILURE_MS;
    }
    await setTimeout(rest, undefined, { ref: false });
  }
  told.delete(key);
}

export function onDesktopChange(app: App, desktop: Pick<DesktopRow, 'id' | 'version'>): void {
  void tellAtRest(app, 'items', desktop);
  void tellAtRest(app, 'board', desktop);
}

export async function sendDesktopTo(
  app: App,
  host: Host,
  guestId: string,
  address: string,
): Promise<void> {
  const guests = await listGuestsOf(app.db, host.peerId);
  const guest = guests.find(({ presence }) => presence.peerId === guestId);
  const desktop = await findDesktop(app.db, host.desktopId);
  if (guest?.standing !== 'connected' || !desktop) return;
  countLength(app, address, desktop.text_byte_count);
  await sendBoard(app, 'lan:peer:desktop_data', desktop, [guest]);
  // News that came before the board could not be applied.
  const now = await findDesktop(app.db, host.desktopId);
  if (!now || now.version === desktop.version) return;
  if (guest.presence.itemNews) await sendItems(app, now, desktop.version, [guest]);
  else await sendBoard(app, 'lan:desktop:update', now, [guest]);
}
