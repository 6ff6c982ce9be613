import type { TrashKind } from '@clipline/contract/schemas/trash.ts';
import type { Tx } from '../core/db/database.ts';
import type { Change } from '../core/http/current-user.ts';
import { idsOf } from '../core/ids.ts';
import { allInLots } from '../core/chunks.ts';
import { deleteFilesOfClips } from '../clips/clips.changes.ts';
import { purgeClips } from '../clips/clips.queries.ts';
import { DESKTOP } from '../desktop/desktop-files.ts';
import { removeItems } from '../desktop/desktop-items.queries.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { removeFilesOf } from '../files/files.queries.ts';
import { purgeRooms } from '../rooms/rooms.queries.ts';
import { removeContentOfPurged, removeItems as removeRoomItems } from '../rooms/rooms.jobs.ts';
import type { Trash } from './trash.ts';
import { listRemovable, type TrashOf } from './trash.queries.ts';

/** Later than whatever was deleted. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;
/** So many are looked up at a time. */
const BATCH = 500;

/** Return the blobs that things referred to. */
const removers: Readonly<Record<TrashKind, (tx: Tx, ids: string[]) => Promise<string[]>>> = {
  clip: async (tx, ids) => deleteFilesOfClips(tx, await purgeClips(tx, ids, ANY_TIME)),
  roomItem: removeRoomItems(ANY_TIME),
  desktopItem: async (tx, ids) => removeFilesOf(tx, DESKTOP, await removeItems(tx, ids, ANY_TIME)),
  async room(tx, ids) {
    for (const id of ids) await purgeRooms(tx, { id });
    return [];
  },
};

/** Removes for good what of these things is theirs to remove; returns how many that were. */
export async function removeThings(
  { rooms: { files, onDefect } }: Pick<Trash, 'rooms'>,
  change: Change,
  of: TrashOf,
  kind: TrashKind,
  ids: readonly string[],
): Promise<number> {
  const { removed, blobs } = await change(async (tx) => {
    const own = idsOf(await listRemovable(tx, kind, of, { ids }));
    return { removed: own, blobs: own.length === 0 ? [] : await removers[kind](tx, own) };
  });
  // What fails here is left to the jobs.
  await releaseBlobs(files, blobs).catch(onDefect);
  if (kind === 'room')
    for (const id of removed) await removeContentOfPurged(files, id).catch(onDefect);
  return removed.length;
}

/** Removes all of a kind that is theirs to remove, in lots, so that others have their turns. */
export async function removeAllThings(
  trash: Pick<Trash, 'rooms'>,
  change: Change,
  of: TrashOf,
  kind: TrashKind,
): Promise<number> {
  const { db } = trash.rooms;
  let removed = 0;
  for await (const ids of allInLots(() => listRemovable(db, kind, of, { limit: BATCH })))
    removed += await removeThings(trash, change, of, kind, ids);
  return removed;
}
