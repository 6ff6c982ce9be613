import { transact } from '../core/db/database.ts';
import { writeLogBack } from '../core/db/write-log-back.ts';
import type { Job } from '../core/jobs.ts';
import { DAY_MS, HOUR_MS } from '../core/time.ts';
import { removeForGood } from '../clips/clips.changes.ts';
import { findClipHead } from '../clips/clips.queries.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { closeLink } from './links.news.ts';
import type { Links } from './links.ts';
import { forgetOld, listBurnt, takeOverdue } from './links.queries.ts';

/** Openings, and links that were revoked. */
const KEPT_MS = 90 * DAY_MS;
/** What came through an inbox is known again for as long as captures are. */
const SENDINGS_MS = 400 * DAY_MS;
/** A link that ended is closed within a second, and so is what came with a clip's deletion. */
const CLOSING_MS = 300;

/** Those who have a link open that ended by itself, or with its clip, leave. */
async function closeOverdue(links: Links, now: number): Promise<void> {
  for (const link of await takeOverdue(links.db, now)) closeLink(links, link);
}

/** Clips whose last viewer has had their time go for good. */
export async function removeBurnt(links: Links, now: number): Promise<void> {
  const { db, files, news } = links;
  const burnt = await listBurnt(db, now);
  for (const id of burnt) {
    const removed = await transact(db, async (tx) => {
      const clip = await findClipHead(tx, id);
      return clip && { clip, blobs: await removeForGood(tx, clip, now) };
    });
    if (!removed) continue;
    await releaseBlobs(files, removed.blobs);
    if (removed.clip.deleted_at === null)
      news.changed(removed.clip, removed.clip.user_id, 'deleted');
  }
  if (burnt.length > 0) await writeLogBack(db);
}

export const linkJobs = (links: Links): Job[] => [
  { name: 'close links', everyMs: CLOSING_MS, run: () => closeOverdue(links, Date.now()) },
  { name: 'remove burnt clips', everyMs: 2000, run: () => removeBurnt(links, Date.now()) },
  {
    name: 'forget old links',
    everyMs: HOUR_MS,
    run: () => {
      const now = Date.now();
      return forgetOld(links.db, { now, before: now - KEPT_MS, sentBefore: now - SENDINGS_MS });
    },
  },
];
