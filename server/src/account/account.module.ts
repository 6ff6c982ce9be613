import type { App } from '../core/app.ts';
import { serveAccount } from './account.routes.ts';
import type { Account } from './account.ts';

export function plugInAccount(
  app: App,
  neighbours: Pick<Account, 'files' | 'endLinks' | 'endBilling'>,
): void {
  const { config, db, store, channels, limits, deliverMail } = app;
  serveAccount(app, {
    ...neighbours,
    app,
    requireSpace: (userId, bytes) => app.requireSpace({ userId }, bytes),
    db,
    scans: store.scans,
    limits,
    channels,
    deliverMail,
    publicUrl: config.PUBLIC_URL,
    secret: config.APP_SECRET,
    workFolder: config.DATA_DIR,
  });
}
