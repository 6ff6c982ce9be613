import type { Platform } from '../../platform/platform.ts';
import { createDesktopNews, type DesktopNewsContext } from './desktop.news.ts';
import { desktopJobs } from './desktop.jobs.ts';
import { serveDesktop } from './desktop.routes.ts';
import { serveDesktopEvents } from './desktop.sockets.ts';
import type { Desktops } from './desktop.ts';

/** What the local network, which stands above, does about desktops. */
type Watched = Pick<Desktops, 'isLanGuest'> & Pick<DesktopNewsContext, 'onChange' | 'onNewOwner'>;

export function plugInDesktop(
  { config, db, serving, realtime, channels, limits, jobs }: Platform,
  { files, planOf, trashMs }: Pick<Desktops, 'files' | 'planOf' | 'trashMs'>,
  { isLanGuest, onChange, onNewOwner }: Watched,
): Desktops {
  const desktops: Desktops = {
    db,
    files,
    channels,
    news: createDesktopNews({ files, channels, onChange, onNewOwner }),
    limits,
    planOf,
    trashMs,
    secret: config.APP_SECRET,
    own: config,
    isLanGuest,
  };
  serveDesktop(serving, desktops);
  serveDesktopEvents(realtime, desktops);
  jobs.push(...desktopJobs(files, trashMs));
  return desktops;
}
