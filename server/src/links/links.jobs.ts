import { transact } from '../core/db/database.ts';
import { writeLogBack } from '../core/db/write-log-back.ts';
import { type Job, LOOK_MS } from '../core/jobs.ts';
import { DAY_MS, HOUR_MS } from '../core/time.ts';
import { removeForGood } from '../clips/clips.changes.ts';
import { CLOSE_LINKS, findClipHead } from '../clips/clips.queries.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { closeLink } from './links.news.ts';
import type { Links } from './links.ts';
import {
  findNextBurning,
  findNextClosing,
  forgetOld,
  listBurnt,
  takeOverdue,
} from './links.queries.ts';

/** Openings, and links that were revoked. */
const KEPT_MS = 90 * DAY_MS;
/** What came through an inbox is known again for as long as captures are. */
const SENDINGS_MS = 400 * DAY_MS;

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
  {
    name: CLOSE_LINKS,
    everyMs: LOOK_MS,
    run: () => closeOverdue(links, Date.now()),
    nextDue: () => findNextClosing(links.db),
  },
  {
    name: 'remove burnt clips',
    everyMs: LOOK_MS,
    run: () => removeBurnt(links, Date.now()),
    nextDue: () => findNextBurning(links.db),
  },
  {
    name: 'forget old links',
    everyMs: HOUR_MS,
    run: () => {
      const now = Date.now();
      return forgetOld(links.db, { now, before: now - KEPT_MS, sentBefore: now - SENDINGS_MS });
    },
  },
];
