import { ProductError } from '@clipline/contract/errors.ts';
import { getLanData } from '@clipline/contract/schemas/lan.ts';
import type { App } from '../core/app.ts';
import { isOwnCall } from '../core/http/origins.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { streamList } from '../core/http/stream.ts';
import { isoTime } from '../core/time.ts';
import { readerOf, readItemsInChunks } from '../desktop/desktop.present.ts';
import { findOwnDesktop } from '../desktop/find-desktop.ts';
import { browserHashOf } from '../desktop/visitors.ts';
import { localNetworkOf, securityOf } from './networks.ts';

async function readLanData({ user, request, reply }: Call<typeof getLanData>, app: App) {
  // Being in the network counts here, session or not.
  if (!isOwnCall(request.headers, app.config)) throw new ProductError('ORIGIN_REFUSED');
  const network = localNetworkOf(app, request.raw);
  if (!network) throw new ProductError('NOT_LOCAL_NETWORK');
  const desktop = await findOwnDesktop(app.db, {
    userId: user?.id ?? null,
    browserHash: browserHashOf(request.headers.cookie, app.config),
  });
  if (!desktop) throw new ProductError('DESKTOP_NOT_FOUND');
  const head = {
    desktopId: desktop.id,
    lastUpdated: isoTime(desktop.updated_at),
    security: securityOf(network),
  };
  const items = readItemsInChunks(app, desktop.id, readerOf('owner', desktop));
  return streamList(reply, head, 'items', items);
}

export const serveLan = (app: App) => serve(app, getLanData, readLanData);
