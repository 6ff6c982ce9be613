import { errors, ProductError } from '@clipline/contract/errors.ts';
import type { ReplyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { restoreFromTrash, TrashKind } from '@clipline/contract/schemas/trash.ts';
import type { App } from '../core/app.ts';
import { afterCommit, type Db, type Tx } from '../core/db/database.ts';
import type { Change, CurrentUser } from '../core/http/current-user.ts';
import { deleteFilesOfClips } from '../clips/clips.changes.ts';
import { purgeClips } from '../clips/clips.queries.ts';
import { restoreClip } from '../clips/clips.routes.ts';
import { restoreItem as restoreDesktopItem } from '../desktop/desktop.changes.ts';
import { tellItemAdded } from '../desktop/desktop.news.ts';
import {
  DESKTOP,
  presentItem as presentDesktopItem,
  readerOf,
} from '../desktop/desktop.present.ts';
import { findDesktopOfUser, removeItems } from '../desktop/desktop.queries.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { removeFilesOf } from '../files/files.queries.ts';
import { requireRoom } from '../rooms/require-room.ts';
import { findHome } from '../rooms/room-content.queries.ts';
import { restoreContent } from '../rooms/room-content.routes.ts';
import { restoreWholeRoom } from '../rooms/rooms.changes.ts';
import { removeItems as removeRoomItems, removePurgedRooms } from '../rooms/rooms.jobs.ts';
import { roomChanged } from '../rooms/rooms.news.ts';
import { openRoomFor, readOpened } from '../rooms/rooms.present.ts';
import { purgeRooms } from '../rooms/rooms.queries.ts';
import { listRemovable, type TrashOf } from './trash.queries.ts';

const notInTrash = () => new ProductError('NOT_IN_TRASH');

/** What is not there, or not for this person. */
const isHidden = ({ code }: ProductError): boolean =>
  errors[code].status === 404 || code === 'NOT_ROOM_MEMBER';

/** Who restores, and in which transaction. */
interface Restoring {
  readonly app: App;
  readonly user: CurrentUser;
  readonly change: Change;
}
type Restored = ReplyOf<typeof restoreFromTrash>;

export const trashOf = ({ trashMs }: App, { id }: { readonly id: string }): TrashOf => ({
  userId: id,
  deletedSince: Date.now() - trashMs,
});

async function requireTrashed(db: Db, { app, user }: Restoring, kind: TrashKind, id: string) {
  const [found] = await listRemovable(db, kind, trashOf(app, user), { limit: 1, id });
  if (found === undefined) throw notInTrash();
}

async function clip(restoring: Restoring, id: string): Promise<Restored> {
  const { app, user, change } = restoring;
  await requireTrashed(app.db, restoring, 'clip', id);
  return restoreClip({ user, params: { id }, change }, app);
}

async function roomItem({ app, user, change }: Restoring, contentId: string): Promise<Restored> {
  const home = await findHome(app.db, contentId);
  if (!home || home.deleted_at === null) throw notInTrash();
  return restoreContent({ user, params: { id: home.room_id, contentId }, change }, app);
}

async function desktopItem(restoring: Restoring, id: string): Promise<Restored> {
  const { app, user, change } = restoring;
  return change(async (tx) => {
    await requireTrashed(tx, restoring, 'desktopItem', id);
    const desktop = await findDesktopOfUser(tx, user.id);
    if (!desktop) throw notInTrash();
    const since = Date.now() - app.trashMs;
    const { maxFileBytes } = app.files;
    const written = await restoreDesktopItem(tx, desktop, id, since, maxFileBytes);
    afterCommit(tx, () => tellItemAdded(app, written.desktop, written.item));
    return presentDesktopItem(app, written.item, readerOf('owner', written.desktop));
  });
}

async function room(restoring: Restoring, id: string): Promise<Restored> {
  const { app, user, change } = restoring;
  const opened = await change(async (tx) => {
    await requireTrashed(tx, restoring, 'room', id);
    await restoreWholeRoom(tx, app, id, user.id);
    afterCommit(tx, () => roomChanged(app, id, 'created'));
    return openRoomFor(app, tx, await requireRoom(tx, id, user.id, 'read'), user);
  });
  return readOpened(opened);
}

const restorers = { clip, roomItem, desktopItem, room };

/** Brings back what was deleted. Throws NOT_IN_TRASH. */
export async function restoreThing(
  restoring: Restoring,
  kind: TrashKind,
  id: string,
): Promise<Restored> {
  try {
    return await restorers[kind](restoring, id);
  } catch (error) {
    if (error instanceof ProductError && isHidden(error)) throw notInTrash();
    throw error;
  }
}

/** Later than whatever was deleted. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;
/** So many go in one transaction. */
const LOT = 50;

/** Return the blobs that things referred to. */
const removers: Readonly<Record<TrashKind, (tx: Tx, ids: string[]) => Promise<string[]>>> = {
  clip: async (tx, ids) => deleteFilesOfClips(tx, await purgeClips(tx, ids, ANY_TIME)),
  roomItem: removeRoomItems(ANY_TIME),
  desktopItem: async (tx, ids) => removeFilesOf(tx, DESKTOP, await removeItems(tx, ids, ANY_TIME)),
  async room(tx, ids) {
    await purgeRooms(tx, { ids });
    return [];
  },
};

/** Removes some of what is theirs to remove, or one thing, for good; returns how many. */
export async function removeSome(
  { files, onDefect }: App,
  change: Change,
  of: TrashOf,
  kind: TrashKind,
  id?: string,
): Promise<number> {
  const { removed, blobs } = await change(async (tx) => {
    const ids = await listRemovable(tx, kind, of, { limit: LOT, ...(id !== undefined && { id }) });
    return { removed: ids, blobs: ids.length === 0 ? [] : await removers[kind](tx, ids) };
  });
  // What fails here is left to the jobs.
  await releaseBlobs(files, blobs).catch(onDefect);
  if (kind === 'room')
    for (const roomId of removed) await removePurgedRooms(files, roomId).catch(onDefect);
  return removed.length;
}
