import { transact } from '../../database/database.ts';
import type { Job } from '../../jobs/scheduler.ts';
import type { Files } from '../files/files.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { deleteFilesOf } from '../files/files.queries.ts';
import { CLIP } from './clips.ts';
import { CLIP_UNDO_MS } from './clip-changes.ts';
import { deleteDraftsBefore, listDeletedBefore, purgeClips } from './clips.queries.ts';

const DRAFT_LIFE_MS = 24 * 3600 * 1000;
const BATCH = 200;

/** Removes drafts that were never saved and, with their files, clips whose time to undo is over. */
export async function removeOldClips(files: Files, now: number): Promise<void> {
  await deleteDraftsBefore(files.db, now - DRAFT_LIFE_MS);
  const before = now - CLIP_UNDO_MS;
  for (
    let ids = await listDeletedBefore(files.db, before, BATCH);
    ids.length > 0;
    ids = await listDeletedBefore(files.db, before, BATCH)
  ) {
    const blobs = await transact(files.db, async (tx) =>
      deleteFilesOf(tx, CLIP, await purgeClips(tx, ids, before)),
    );
    await releaseBlobs(files, blobs);
  }
}

export const clipsJobs = (files: Files): Job[] => [
  { name: 'remove old clips', everyMs: 60_000, run: () => removeOldClips(files, Date.now()) },
];
