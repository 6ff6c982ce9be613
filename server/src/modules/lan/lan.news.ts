import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import type { ServerPayload } from '@clipline/contract/schemas/events.ts';
import type { Channels } from '../../platform/realtime/channels.ts';
import type { Db } from '../../platform/database/database.ts';
import { isoTime } from '../../platform/time.ts';
import { listItems } from '../desktop/desktop-items.queries.ts';
import { type DesktopRow, findDesktop } from '../desktop/desktops.queries.ts';
import { type FullItem, lanReader, presentItem, withFiles } from '../desktop/desktop.present.ts';
import type { Desktops } from '../desktop/desktop.ts';
import type { Guest, Host, LanState } from './lan-state.ts';
import { lanChannel } from './lan.channels.ts';

/** Brings desktops to those who are let in. */
export interface LanUpdates {
  /** The desktop may have changed: its guests get its stored state, at once or a moment later. */
  changed(desktopId: string): void;
  /** Sends everything to a guest who was just let in. */
  deliver(host: Host, guestId: string): Promise<void>;
}

export interface LanUpdatesContext {
  readonly db: Db;
  readonly files: Desktops['files'];
  readonly channels: Channels;
  readonly state: LanState;
  /** Whether the desktop may be shown to others at all. */
  readonly isShareable: (desktopId: string) => Promise<boolean>;
  readonly onDefect: (error: unknown) => void;
}

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

export function createLanUpdates({
  db,
  files,
  channels,
  state,
  isShareable,
  onDefect,
}: LanUpdatesContext): LanUpdates {
  /** Desktops whose guests were told a moment ago, and whether something has changed since. */
  const resting = new Map<string, boolean>();
  /** The versions of those desktops that their guests were told. */
  const told = new Map<string, number>();

  /** Read in this order, the items are at least as new as the version says. */
  async function read(desktopId: string): Promise<Snapshot | undefined> {
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
    { desktop, items }: Snapshot,
    { hostId, linkId }: Guest,
  ): ServerPayload<'lan:desktop:update'> {
    const reader = lanReader(linkId);
    const presented = items.map(({ full, common }) =>
      full.file ? presentItem(full, files, reader) : common,
    );
    return {
      peerId: hostId,
      desktopId: desktop.id,
      items: presented,
      lastUpdated: isoTime(desktop.updated_at),
      version: desktop.version,
    };
  }

  const sendUpdate = (snapshot: Snapshot, guest: Guest) =>
    channels.publish(
      lanChannel.peer(guest.presence.peerId),
      'lan:desktop:update',
      present(snapshot, guest),
    );

  /** Returns for how many ms nothing else could be done. */
  async function update(desktopId: string): Promise<number> {
    const hosts = await state.hostsOf(desktopId);
    const guests = (await Promise.all(hosts.map((host) => state.guestsOf(host.peerId)))).flat();
    const connected = guests.filter(({ standing }) => standing === 'connected');
    const isSeen = connected.length > 0 && (await isShareable(desktopId));
    const snapshot = isSeen ? await read(desktopId) : undefined;
    // A change that came while the one before was read was told with it.
    if (!snapshot || told.get(desktopId) === snapshot.desktop.version) return 0;
    told.set(desktopId, snapshot.desktop.version);
    const start = performance.now();
    for (const guest of connected) sendUpdate(snapshot, guest);
    return performance.now() - start;
  }

  async function updateAndRest(desktopId: string): Promise<void> {
    resting.set(desktopId, false);
    const work = await update(desktopId).catch((error) => {
      onDefect(error);
      return 0;
    });
    setTimeout(
      () => {
        const hasChanged = resting.get(desktopId);
        resting.delete(desktopId);
        if (hasChanged) void updateAndRest(desktopId);
        else told.delete(desktopId);
      },
      Math.max(UPDATE_MS, REST_PER_WORK * work),
    ).unref();
  }

  const guestOf = async (host: Host, guestId: string) =>
    (await state.guestsOf(host.peerId)).find((guest) => guest.presence.peerId === guestId);

  return {
    changed(desktopId) {
      if (resting.has(desktopId)) resting.set(desktopId, true);
      else void updateAndRest(desktopId);
    },
    async deliver(host, guestId) {
      const guest = await guestOf(host, guestId);
      const snapshot = await read(host.desktopId);
      if (!guest || !snapshot) return;
      channels.publish(lanChannel.peer(guestId), 'lan:peer:desktop_data', present(snapshot, guest));
      // From here on updates reach the guest; what happened before this moment is asked for once
      // more.
      if (!(await state.setStanding(host.peerId, guest.presence, ['joining'], 'connected'))) return;
      const now = await read(host.desktopId);
      if (now && now.desktop.version > snapshot.desktop.version) sendUpdate(now, guest);
    },
  };
}
