import type { App } from '../core/app.ts';
import { type Job, LOOK_MS } from '../core/jobs.ts';
import { DAY_MS, HOUR_MS } from '../core/time.ts';
import { CLOSE_LINKS } from '../clips/clips.queries.ts';
import { serveInbox } from './inbox.routes.ts';
import { closeLink, tellLink } from './links.news.ts';
import { findNextClosing, forgetOld, takeOverdue } from './links.queries.ts';
import { serveLinks } from './links.routes.ts';

const KEPT_MS = 90 * DAY_MS;

async function closeOverdue(app: App, now: number): Promise<void> {
  for (const link of await takeOverdue(app.db, now)) {
    closeLink(app, link);
    // Of a clip that is gone it was told with that.
    if (link.clip_id !== null || link.kind === 'inbox') tellLink(app, link);
  }
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
  app.jobs.push(...linkJobs(app));
}
