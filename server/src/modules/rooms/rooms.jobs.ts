import { transact } from '../../platform/database/database.ts';
import { idsInLots, type Weighed } from '../../platform/lots.ts';
import type { Job } from '../../platform/jobs/scheduler.ts';
import { DAY_MS } from '../../platform/time.ts';
import type { Files } from '../files/files.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { deleteFilesOf } from '../files/files.queries.ts';
import { HOLDER_KIND } from './read-room.ts';
import {
  findContentOfPurgedRooms,
  findOldDeletedContent,
  removeContent,
} from './room-content.queries.ts';
import { findPurgedRooms, purgeRooms, removeRooms } from './rooms.queries.ts';

/** Who deleted a room, and when, can be looked up by the operator for this long. */
const KEEP_LOG_MS = 30 * DAY_MS;
/** Small, because all others wait while one is removed. */
const BATCH = 100;

type FindItems = () => Promise<Weighed[]>;

async function removeAll(files: Files, find: FindItems, deletedBefore: number): Promise<void> {
  for (let items = await find(); items.length > 0; items = await find()) {
    for await (const ids of idsInLots(items)) {
      const blobs = await transact(files.db, async (tx) =>
        deleteFilesOf(tx, HOLDER_KIND, await removeContent(tx, ids, deletedBefore)),
      );
      await releaseBlobs(files, blobs);
    }
  }
}

/** Removes what a room held that was purged from the trash. */
export const removeContentOfPurged = (files: Files, roomId?: string): Promise<void> =>
  removeAll(files, () => findContentOfPurgedRooms(files.db, BATCH, roomId), 0);

/**
 * Removes items whose time in the trash is over, what rooms held whose time is over, and at last
 * those rooms themselves.
 */
export async function removeOldContent(files: Files, trashMs: number, now: number): Promise<void> {
  const { db } = files;
  const before = now - trashMs;
  await removeAll(files, () => findOldDeletedContent(db, before, BATCH), before);
  await transact(db, (tx) => purgeRooms(tx, { deletedBefore: before }));
  await removeContentOfPurged(files);
  const rooms = await findPurgedRooms(db, now - KEEP_LOG_MS, BATCH);
  if (rooms.length > 0)
    await removeRooms(
      db,
      rooms.map((room) => room.id),
    );
}

export const roomJobs = (files: Files, trashMs: number): Job[] => [
  {
    name: 'remove old room content',
    everyMs: 60_000,
    run: () => removeOldContent(files, trashMs, Date.now()),
  },
];
