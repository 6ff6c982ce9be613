import { CAPTURE_DAYS } from '@clipline/contract/limits.ts';
import { type Db, transact } from '../core/db/database.ts';
import type { Job } from '../core/jobs.ts';
import type { Channels } from '../core/live/channels.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import type { Files } from '../files/files.ts';
import { removeAll } from '../files/files.jobs.ts';
import { BULK_UNDO_MS } from './bulk.ts';
import { removeBulkChangesBefore } from './bulk.queries.ts';
import { CAPTURE_WAIT_MS, endWait } from './captures.ts';
import { forgetCaptures, listAwaitingSince } from './captures.queries.ts';
import { deleteFilesOfClips } from './clips.changes.ts';
import { tellLists } from './clips.news.ts';
import { removeDraftsBefore, listDeletedBefore, purgeClips } from './clips.queries.ts';

const DRAFT_LIFE_MS = DAY_MS;
const CAPTURE_MS = CAPTURE_DAYS * DAY_MS;
const BATCH = 200;

/**
 * Removes drafts that were never saved and, with their files, clips whose time in the trash is
 * over.
 */
export async function removeOldClips(files: Files, trashMs: number, now: number): Promise<void> {
  await removeDraftsBefore(files.db, now - DRAFT_LIFE_MS);
  const before = now - trashMs;
  await removeAll(
    files,
    () => listDeletedBefore(files.db, before, BATCH),
    async (tx, ids) => deleteFilesOfClips(tx, await purgeClips(tx, ids, before)),
  );
}

/** Ends the wait of clips whose files did not come within the hour. */
export async function endWaits(
  db: Db,
  channels: Pick<Channels, 'publish'>,
  now: number,
): Promise<void> {
  let ids: string[];
  do {
    ids = await listAwaitingSince(db, now - CAPTURE_WAIT_MS, BATCH);
    for (const id of ids) {
      const ended = await transact(db, (tx) => endWait(tx, id, now));
      if (!ended) continue;
      const { clip, change } = ended;
      tellLists(channels, clip.user_id, change, clip);
    }
  } while (ids.length === BATCH);
}

export const clipsJobs = (
  files: Files,
  channels: Pick<Channels, 'publish'>,
  trashMs: number,
): Job[] => [
  {
    name: 'remove old clips',
    everyMs: MINUTE_MS,
    run: () => removeOldClips(files, trashMs, Date.now()),
  },
  {
    name: 'end waits for files',
    everyMs: MINUTE_MS,
    run: () => endWaits(files.db, channels, Date.now()),
  },
  {
    name: 'forget bulk changes',
    everyMs: MINUTE_MS,
    run: async () => void (await removeBulkChangesBefore(files.db, Date.now() - BULK_UNDO_MS)),
  },
  {
    name: 'forget captures',
    everyMs: HOUR_MS,
    run: () => forgetCaptures(files.db, Date.now(), Date.now() + CAPTURE_MS),
  },
];
