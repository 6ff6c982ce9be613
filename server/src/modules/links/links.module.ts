import type { Platform } from '../../platform/platform.ts';
import { linkJobs } from './links.jobs.ts';
import { endLinksOf, serveLinks } from './links.routes.ts';
import type { Links } from './links.ts';

/** Returns what ends all that a user shared by links. */
export function plugInLinks(
  { config, db, serving, channels, limits, jobs }: Platform,
  neighbours: Pick<Links, 'files' | 'planOf' | 'news'>,
): (userId: string) => Promise<void> {
  const links: Links = {
    ...neighbours,
    db,
    channels,
    limits,
    secret: config.APP_SECRET,
    publicUrl: config.PUBLIC_URL,
  };
  serveLinks(serving, links);
  jobs.push(...linkJobs(links));
  return (userId) => endLinksOf(links, userId);
}
