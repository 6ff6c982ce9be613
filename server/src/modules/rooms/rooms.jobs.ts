import { transact } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/scheduler.ts';
import type { Files } from '../files/files.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { deleteFilesOf } from '../files/files.queries.ts';
import { ROOM_UNDO_MS } from './change-content.ts';
import { HOLDER_KIND } from './read-room.ts';
import {
  findContentOfDeletedRooms,
  findOldDeletedContent,
  removeContent,
} from './room-content.queries.ts';
import { findDeletedRooms, removeRooms } from './rooms.queries.ts';

/** Who deleted a room, and when, can be looked up by the operator for this long. */
const KEEP_LOG_MS = 30 * 24 * 3600 * 1000;
/** Small, because everybody else waits while one is removed. */
const BATCH = 100;

/**
 * Removes items whose time to undo is over, what deleted rooms held, and at last those rooms
 * themselves.
 */
export async function removeOldContent(files: Files, now: number): Promise<void> {
  const { db } = files;
  const before = now - ROOM_UNDO_MS;
  for (const find of [
    () => findOldDeletedContent(db, before, BATCH),
    () => findContentOfDeletedRooms(db, BATCH),
  ]) {
    for (let items = await find(); items.length > 0; items = await find()) {
      const ids = items.map((item) => item.id);
      const blobs = await transact(db, async (tx) =>
        deleteFilesOf(tx, HOLDER_KIND, await removeContent(tx, ids, before)),
      );
      await releaseBlobs(files, blobs);
    }
  }
  const rooms = await findDeletedRooms(db, now - KEEP_LOG_MS, BATCH);
  if (rooms.length > 0)
    await removeRooms(
      db,
      rooms.map((room) => room.id),
    );
}

export const roomJobs = (files: Files): Job[] => [
  {
    name: 'remove old room content',
    everyMs: 60_000,
    run: () => removeOldContent(files, Date.now()),
  },
];
