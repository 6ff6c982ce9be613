import { ProductError } from '@clipline/contract/errors.ts';
import { getLanData } from '@clipline/contract/schemas/lan.ts';
import { isOwnCall } from '../core/http/origins.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { streamList } from '../core/http/stream.ts';
import { isoTime } from '../core/time.ts';
import { findOwnDesktop } from '../desktop/find-desktop.ts';
import { readItemsInChunks } from '../desktop/read-desktop.ts';
import { browserHashOf } from '../desktop/visitors.ts';
import { type Lan, localNetworkOf, securityOf } from './lan.ts';
import { readerOf } from '../desktop/desktop-files.ts';

export function serveLan(app: App, lan: Lan): void {
  const { db, files, config: own } = lan;
  serve(app, getLanData, async ({ user, request, reply }) => {
    // Being in the network counts here, session or not.
    if (!isOwnCall(request.headers, own)) throw new ProductError('ORIGIN_REFUSED');
    const network = localNetworkOf(request.raw, lan);
    if (!network) throw new ProductError('NOT_LOCAL_NETWORK');
    const desktop = await findOwnDesktop(db, {
      userId: user?.id ?? null,
      browserHash: browserHashOf(request.headers.cookie, own),
    });
    if (!desktop) throw new ProductError('DESKTOP_NOT_FOUND');
    const head = {
      desktopId: desktop.id,
      lastUpdated: isoTime(desktop.updated_at),
      security: securityOf(network),
    };
    const items = readItemsInChunks(db, files, desktop.id, readerOf('owner', desktop));
    return streamList(reply, head, 'items', items);
  });
}
