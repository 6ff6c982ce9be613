import type { App } from '../core/app.ts';
import { linkJobs } from './links.jobs.ts';
import { endLinksOf, serveLinks } from './links.routes.ts';
import type { Links } from './links.ts';

/** Returns what ends all that a user shared by links. */
export function plugInLinks(
  app: App,
  neighbours: Pick<Links, 'files' | 'planOf' | 'news'>,
): (userId: string) => Promise<void> {
  const { config, db, channels, limits, jobs } = app;
  const links: Links = {
    ...neighbours,
    db,
    channels,
    limits,
    secret: config.APP_SECRET,
    publicUrl: config.PUBLIC_URL,
  };
  serveLinks(app, links);
  jobs.push(...linkJobs(links));
  return (userId) => endLinksOf(links, userId);
}
