import { ProductError } from '@clipline/contract/errors.ts';
import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { restoreFromTrash, TrashKind } from '@clipline/contract/schemas/trash.ts';
import type { Change, CurrentUser } from '../core/http/current-user.ts';
import { tellLists } from '../clips/clips.news.ts';
import { restoreClip } from '../clips/clips.changes.ts';
import { presentOwnClip } from '../clips/clips.present.ts';
import { findClip } from '../clips/clips.queries.ts';
import { restoreItem as restoreDesktopItem } from '../desktop/desktop.changes.ts';
import { findItem } from '../desktop/desktop-items.queries.ts';
import { findDesktopOfUser } from '../desktop/desktops.queries.ts';
import { presentItem as presentDesktopItem } from '../desktop/desktop.present.ts';
import { restoreItem as restoreRoomItem } from '../rooms/room-content.changes.ts';
import { restoreWholeRoom } from '../rooms/rooms.changes.ts';
import { findRoomFor } from '../rooms/find-room.ts';
import { eyesOf, presentItem as presentRoomItem } from '../rooms/rooms.present.ts';
import { openRoomFor, readOpened } from '../rooms/read-room.ts';
import { findTrashedRoom } from '../rooms/rooms.queries.ts';
import type { Trash } from './trash.ts';
import { findRoomOfItem } from './trash.queries.ts';
import { readerOf } from '../desktop/desktop-files.ts';

const notInTrash = () => new ProductError('NOT_IN_TRASH');

/** What tells that something is not there, or not for this person. */
const HIDDEN: ReadonlySet<string> = new Set([
  'CLIP_NOT_FOUND',
  'CONTENT_NOT_FOUND',
  'ITEM_NOT_FOUND',
  'ROOM_NOT_FOUND',
  'NOT_ROOM_MEMBER',
]);

/** Throws NOT_IN_TRASH instead of whatever says that there is no such thing. */
async function orNotInTrash<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProductError && HIDDEN.has(error.code)) throw notInTrash();
    throw error;
  }
}

/** Who restores, and in which transaction. */
interface Restoring {
  readonly trash: Trash;
  readonly user: CurrentUser;
  readonly change: Change;
}
type Restored = ReplyOf<typeof restoreFromTrash>;

async function clip({ trash, user, change }: Restoring, id: string): Promise<Restored> {
  const { files, channels } = trash.rooms;
  const restored = await change(async (tx) => {
    const before = await findClip(tx, id);
    if (!before || before.user_id !== user.id || before.deleted_at === null) throw notInTrash();
    const after = await restoreClip(tx, before, Date.now() - trash.trashMs);
    return presentOwnClip(tx, files, after);
  });
  tellLists(channels, user.id, 'created', restored);
  return restored;
}

async function roomItem({ trash, user, change }: Restoring, id: string): Promise<Restored> {
  const { files, news } = trash.rooms;
  const { roomId, item } = await change(async (tx) => {
    const found = await findRoomOfItem(tx, id);
    if (found === undefined) throw notInTrash();
    const home = await findRoomFor(tx, found, user.id, 'restoreContent');
    const restored = await restoreRoomItem(tx, home, id, user.id, trash.trashMs);
    return {
      roomId: found,
      item: await presentRoomItem(tx, files, restored, user.id, eyesOf(true)),
    };
  });
  news.changed(roomId, 'content');
  return item;
}

async function desktopItem({ trash, user, change }: Restoring, id: string): Promise<Restored> {
  const { files, news } = trash.desktops;
  const written = await change(async (tx) => {
    const desktop = await findDesktopOfUser(tx, user.id);
    const before = desktop && (await findItem(tx, desktop.id, id));
    if (!desktop || !before || before.deleted_at === null) throw notInTrash();
    return restoreDesktopItem(tx, desktop, id, Date.now() - trash.trashMs);
  });
  news.added(written.desktop, written.item);
  return presentDesktopItem(written.item, files, readerOf('owner', written.desktop));
}

async function room({ trash, user, change }: Restoring, id: string): Promise<Restored> {
  const opened = await change(async (tx) => {
    const found = await findTrashedRoom(tx, user.id, id, Date.now() - trash.trashMs);
    if (!found) throw notInTrash();
    await restoreWholeRoom(tx, trash.rooms, id, user.id);
    return openRoomFor(tx, trash.rooms, id, user);
  });
  trash.rooms.news.changed(id, 'created');
  return readOpened(opened);
}

const restorers = { clip, roomItem, desktopItem, room };

/** Brings back what was deleted. Throws NOT_IN_TRASH. */
export const restoreThing = (
  restoring: Restoring,
  kind: TrashKind,
  id: string,
): Promise<Restored> => orNotInTrash(restorers[kind](restoring, id));
