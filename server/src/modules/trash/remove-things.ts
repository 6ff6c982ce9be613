import type { TrashKind } from '@clipline/contract/schemas/trash.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Change } from '../../platform/http/rights.ts';
import { removeForGood } from '../clips/clips.changes.ts';
import { findClipHead } from '../clips/clips.queries.ts';
import { findItem, removeItems } from '../desktop/desktop-items.queries.ts';
import { findDesktopOfUser } from '../desktop/desktops.queries.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { removeFilesOf } from '../files/files.queries.ts';
import { findRoom, findTrashedRoom, purgeRooms } from '../rooms/rooms.queries.ts';
import { findDeletedContent } from '../rooms/room-content.queries.ts';
import { mayPurge } from '../rooms/rooms.access.ts';
import { removeContentOfPurged, removeItems as removeRoomItems } from '../rooms/rooms.jobs.ts';
import type { Trash } from './trash.ts';
import { findRoomOfItem } from './trash.queries.ts';
import { DESKTOP } from '../desktop/desktop-files.ts';

/** Later than whatever was deleted. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;

/** What was removed: the blobs it referred to; undefined when there was nothing to remove. */
type Removed = string[] | undefined;
type Remove = (tx: Tx, userId: string, id: string, deletedSince: number) => Promise<Removed>;

const clip: Remove = async (tx, userId, id, deletedSince) => {
  const found = await findClipHead(tx, id);
  if (!found || found.user_id !== userId || (found.deleted_at ?? -1) < deletedSince)
    return undefined;
  return removeForGood(tx, found, Date.now());
};

const roomItem: Remove = async (tx, userId, id, deletedSince) => {
  const roomId = await findRoomOfItem(tx, id);
  const home = roomId === undefined ? undefined : await findRoom(tx, roomId, userId);
  const item = home && (await findDeletedContent(tx, home.id, id, deletedSince));
  if (!home?.role || !item || !mayPurge(item, home.role, userId)) return undefined;
  return removeRoomItems(ANY_TIME)(tx, [id]);
};

const desktopItem: Remove = async (tx, userId, id, deletedSince) => {
  const desktop = await findDesktopOfUser(tx, userId);
  const item = desktop && (await findItem(tx, desktop.id, id));
  if (!item || (item.deleted_at ?? -1) < deletedSince) return undefined;
  return removeFilesOf(tx, DESKTOP, await removeItems(tx, [id], ANY_TIME));
};

const room: Remove = async (tx, userId, id, deletedSince) => {
  const found = await findTrashedRoom(tx, userId, id, deletedSince);
  return found && (await purgeRooms(tx, { id })) ? [] : undefined;
};

const removers: Readonly<Record<TrashKind, Remove>> = { clip, roomItem, desktopItem, room };

/** Removes for good what is in a user's trash and theirs to remove; false when it is not. */
export async function removeThing(
  { rooms: { files, onDefect }, trashMs }: Trash,
  change: Change,
  userId: string,
  kind: TrashKind,
  id: string,
): Promise<boolean> {
  const since = Date.now() - trashMs;
  const blobs = await change((tx) => removers[kind](tx, userId, id, since));
  if (!blobs) return false;
  // What fails here is left to the jobs.
  await (kind === 'room' ? removeContentOfPurged(files, id) : releaseBlobs(files, blobs)).catch(
    onDefect,
  );
  return true;
}
