import { KEPT_ACTIVITY } from '@clipline/contract/limits.ts';
import type { App } from '../core/app.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import type { Job } from '../core/jobs.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time.ts';
import type { Files } from '../files/files.ts';
import { removeAll } from '../files/files.jobs.ts';
import { removeFilesOf } from '../files/files.queries.ts';
import * as content from './room-content.queries.ts';
import * as rooms from './rooms.queries.ts';

const BATCH = 500;

export const removeItems =
  (deletedBefore: number) =>
  async (tx: Tx, ids: string[]): Promise<string[]> =>
    removeFilesOf(tx, content.ROOM, await content.removeContent(tx, ids, deletedBefore));

export async function removePurgedRooms(files: Files, roomId?: string): Promise<void> {
  const { db } = files;
  await removeAll(files, () => content.listContentOfPurgedRooms(db, BATCH, roomId), removeItems(0));
  await rooms.removeEmptiedRooms(db);
}

export async function removeOldContent(files: Files, trashMs: number, now: number): Promise<void> {
  const { db } = files;
  const before = now - trashMs;
  await removeAll(
    files,
    () => content.listOldDeletedContent(db, before, BATCH),
    removeItems(before),
  );
  await transact(db, (tx) => rooms.purgeRooms(tx, { deletedBefore: before }));
  await removePurgedRooms(files);
}

/** Keeps the newest entries of each log; a room in which much happens has some more for a while. */
export async function trimActivity(db: Db, now: number, kept = KEPT_ACTIVITY): Promise<void> {
  for (const roomId of await rooms.listRoomsChangedSince(db, now - HOUR_MS))
    await rooms.removeOldActivity(db, roomId, kept);
}

export const roomJobs = ({ files, db, trashMs }: App): Job[] => [
  {
    name: 'remove old room content',
    everyMs: MINUTE_MS,
    run: () => removeOldContent(files, trashMs, Date.now()),
  },
  {
    name: 'trim activity of rooms',
    everyMs: 10 * MINUTE_MS,
    run: () => trimActivity(db, Date.now()),
  },
];
