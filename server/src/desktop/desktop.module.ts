import type { App } from '../core/app.ts';
import { createDesktopNews, type DesktopNewsContext } from './desktop.news.ts';
import { desktopJobs } from './desktop.jobs.ts';
import { serveDesktop } from './desktop.routes.ts';
import { serveDesktopEvents } from './desktop.sockets.ts';
import type { Desktops } from './desktop.ts';

/** What the local network, which stands above, does about desktops. */
type Watched = Pick<Desktops, 'isLanGuest'> & Pick<DesktopNewsContext, 'onChange' | 'onNewOwner'>;

export function plugInDesktop(app: App, { isLanGuest, onChange, onNewOwner }: Watched): Desktops {
  const { config, db, files, planOf, trashMs, channels, limits, jobs } = app;
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
  serveDesktop(app, desktops);
  serveDesktopEvents(app, desktops);
  jobs.push(...desktopJobs(files, trashMs));
  return desktops;
}
