import type { Platform } from '../../platform/platform.ts';
import { serveAccount } from './account.routes.ts';
import type { Account } from './account.ts';

export function plugInAccount(
  { config, db, store, serving, channels, limits, deliverMail }: Platform,
  neighbours: Pick<Account, 'files' | 'roomNews' | 'desktopNews' | 'endLinks' | 'endBilling'>,
): void {
  serveAccount(serving, {
    ...neighbours,
    requireSpace: (userId, bytes) => serving.requireSpace({ userId, address: '' }, bytes),
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
