import type { App } from '../core/app.ts';
import { transact, writeLogBack } from '../core/db/database.ts';
import type { Job } from '../core/jobs.ts';
import { DAY_MS, MINUTE_MS } from '../core/time.ts';
import { releaseBlobs, releaseOrLeave, removeAll } from '../files/files.jobs.ts';
import { removeFilesOf } from '../files/files.queries.ts';
import { isOver } from './desktop.access.ts';
import { removePairing, UNDO_MS } from './desktop.changes.ts';
import { closeDesktopToHolders } from './desktop.news.ts';
import { DESKTOP } from './desktop.present.ts';
import * as queries from './desktop.queries.ts';
import type { DesktopRow } from './desktop.queries.ts';

/** A browser that was not seen for so long will hardly come back for its desktop. */
const IDLE_DESKTOP_MS = 30 * DAY_MS;
/** Small, because all others wait while one is removed. */
const BATCH = 100;

export async function removeOldItems({ db, files, trashMs }: App, now = Date.now()): Promise<void> {
  for (const [of, before] of [
    ['users', now - trashMs],
    ['browsers', now - UNDO_MS],
  ] as const)
    await removeAll(
      files,
      () => queries.listOldDeletedItems(db, before, BATCH, of),
      async (tx, ids) => removeFilesOf(tx, DESKTOP, await queries.removeItems(tx, ids, before)),
    );
}

export async function removeIdleDesktops({ db, files }: App, now = Date.now()): Promise<void> {
  const before = now - IDLE_DESKTOP_MS;
  const list = () => queries.listIdleDesktops(db, before, BATCH);
  for (let idle = await list(); idle.length > 0; idle = await list())
    for (const { id } of idle) {
      const blobs = await transact(db, async (tx) => {
        const itemIds = await queries.listItemIds(tx, id);
        return (await queries.removeIdleDesktop(tx, id, before))
          ? removeFilesOf(tx, DESKTOP, itemIds)
          : [];
      });
      await releaseBlobs(files, blobs);
    }
}

/** False where it was ended already. */
export async function endPairing(app: App, desktop: DesktopRow): Promise<boolean> {
  const blobs = await transact(app.db, (tx) => removePairing(tx, desktop.id));
  if (!blobs) return false;
  closeDesktopToHolders(app, desktop);
  await releaseOrLeave(app, app.files, blobs);
  await writeLogBack(app.db);
  return true;
}

async function endOldPairings(app: App): Promise<void> {
  for (const desktop of await queries.listPairedDesktops(app.db))
    if (isOver(desktop)) await endPairing(app, desktop);
}

export const desktopJobs = (app: App): Job[] => [
  { name: 'remove old desktop items', everyMs: MINUTE_MS, run: () => removeOldItems(app) },
  { name: 'end pairings', everyMs: MINUTE_MS, run: () => endOldPairings(app) },
  { name: 'remove idle desktops', everyMs: 10 * MINUTE_MS, run: () => removeIdleDesktops(app) },
];
