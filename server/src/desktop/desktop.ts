import type { App } from '../core/app.ts';
import { desktopJobs } from './desktop.jobs.ts';
import { DESKTOP, filesSharedBy } from './desktop.present.ts';
import type { DesktopRow } from './desktop.queries.ts';
import { serveDesktop } from './desktop.routes.ts';
import { serveDesktopEvents } from './desktop.sockets.ts';

export interface LocalNetworkOfDesktops {
  isGuestOf(app: App, desktopId: string, linkId: string): Promise<boolean>;
  onDesktopChange(app: App, desktop: Pick<DesktopRow, 'id' | 'version'>): void;
  onNewOwner(app: App, desktopId: string): void;
}

declare module '../core/app.ts' {
  interface App {
    readonly localNetwork: LocalNetworkOfDesktops;
  }
}

export function plugInDesktop(app: App): void {
  app.files.sharedBy.set(DESKTOP, (itemId, reader) => filesSharedBy(app, itemId, reader));
  serveDesktop(app);
  serveDesktopEvents(app);
  app.jobs.push(...desktopJobs(app));
}
