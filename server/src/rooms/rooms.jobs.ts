import { setImmediate } from 'node:timers/promises';
import { KEPT_ACTIVITY } from '@clipline/contract/limits.ts';
import type { App } from '../core/app.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import type { Job } from '../core/jobs.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import type { Files } from '../files/files.ts';
import { removeAll } from '../files/files.jobs.ts';
import { removeFilesOf } from '../files/files.queries.ts';
import {
  listContentOfPurgedRooms,
  listOldDeletedContent,
  removeContent,
  ROOM,
} from './room-content.queries.ts';
import {
  listPurgedRooms,
  listTalkativeRooms,
  purgeRooms,
  removeOldActivity,
  removeRooms,
} from './rooms.queries.ts';
import { idsOf } from '../core/ids.ts';

/** Who deleted a room, and when, can be looked up by the operator for this long. */
const KEEP_LOG_MS = 30 * DAY_MS;
/** Small, because all others wait while one is removed. */
const BATCH = 100;

/** What goes with its files, unless it was restored meanwhile. */
export const removeItems =
  (deletedBefore: number) =>
  async (tx: Tx, ids: string[]): Promise<string[]> =>
    removeFilesOf(tx, ROOM, await removeContent(tx, ids, deletedBefore));

/** Removes what a room held that was purged from the trash. */
export const removeContentOfPurged = (files: Files, roomId?: string): Promise<void> =>
  removeAll(files, () => listContentOfPurgedRooms(files.db, BATCH, roomId), removeItems(0));

/**
 * Removes items whose time in the trash is over, what rooms held whose time is over, and at last
 * those rooms themselves.
 */
export async function removeOldContent(files: Files, trashMs: number, now: number): Promise<void> {
  const { db } = files;
  const before = now - trashMs;
  await removeAll(files, () => listOldDeletedContent(db, before, BATCH), removeItems(before));
  await transact(db, (tx) => purgeRooms(tx, { deletedBefore: before }));
  await removeContentOfPurged(files);
  const rooms = await listPurgedRooms(db, now - KEEP_LOG_MS, BATCH);
  if (rooms.length > 0) await removeRooms(db, idsOf(rooms));
}

/** Entries that are removed at a time. */
const ACTIVITY_BATCH = 500;
/** Rooms that did not change since were looked at. */
const LOOK_BACK_MS = HOUR_MS;

/** Keeps the newest entries of each log; a room in which much happens has some more for a while. */
export async function trimActivity(
  { db, scans }: { readonly db: Db; readonly scans: Db },
  now: number,
  kept = KEPT_ACTIVITY,
): Promise<void> {
  for (const roomId of await listTalkativeRooms(scans, now - LOOK_BACK_MS, kept)) {
    const remove = () => transact(db, (tx) => removeOldActivity(tx, roomId, kept, ACTIVITY_BATCH));
    while ((await remove()) > 0) await setImmediate();
  }
}

export const roomJobs = ({ files, store, trashMs }: App): Job[] => [
  {
    name: 'remove old room content',
    everyMs: MINUTE_MS,
    run: () => removeOldContent(files, trashMs, Date.now()),
  },
  {
    name: 'trim activity of rooms',
    everyMs: 10 * MINUTE_MS,
    run: () => trimActivity(store, Date.now()),
  },
];
