import type { App } from '../core/app.ts';
import { type Job, LOOK_MS } from '../core/jobs.ts';
import { transact } from '../core/db/database.ts';
import { idsOf } from '../core/ids.ts';
import { DAY_MS, HOUR_MS } from '../core/time.ts';
import { CLOSE_LINKS } from '../clips/clips.queries.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { removeFilesOf, SEALED } from '../files/files.queries.ts';
import { serveInbox } from './inbox.routes.ts';
import { closeLink, tellLink } from './links.news.ts';
import { findNextClosing, forgetOld, takeOverdue } from './links.queries.ts';
import { serveLinks } from './links.routes.ts';
import { serveSealed } from './sealed.routes.ts';

const KEPT_MS = 90 * DAY_MS;

async function closeOverdue(app: App, now: number): Promise<void> {
  const { ended, blobs } = await transact(app.db, async (tx) => {
    const overdue = await takeOverdue(tx, now);
    const sealed = idsOf(overdue.filter(({ kind }) => kind === 'sealed'));
    return { ended: overdue, blobs: await removeFilesOf(tx, SEALED, sealed) };
  });
  for (const link of ended) {
    closeLink(app, link);
    // Of a clip that is gone it was told with that.
    if (link.clip_id !== null || link.kind !== 'clip') tellLink(app, link);
  }
  await releaseBlobs(app.files, blobs);
}

export const linkJobs = (app: App): Job[] => [
  {
    name: CLOSE_LINKS,
    everyMs: LOOK_MS,
    run: () => closeOverdue(app, Date.now()),
    nextDue: () => findNextClosing(app.db),
  },
  {
    name: 'forget old links',
    everyMs: HOUR_MS,
    run: () => {
      const now = Date.now();
      return forgetOld(app.db, { now, before: now - KEPT_MS });
    },
  },
];

export function plugInLinks(app: App): void {
  serveLinks(app);
  serveInbox(app);
  serveSealed(app);
  app.jobs.push(...linkJobs(app));
}
