import {
  getDesktop,
  getSharedDesktop,
  renewDesktopShareToken,
} from '@clipline/contract/schemas/desktop.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { serve, type Serving } from '../../platform/http/serve.ts';
import { newToken } from '../../platform/ids.ts';
import { serveDesktopItems } from './desktop-items.routes.ts';
import type { Desktops } from './desktop.ts';
import { saveShareToken } from './desktops.queries.ts';
import { findDesktopFor, requireDesktop } from './find-desktop.ts';
import { filesSharedBy, HOLDER_KIND } from './present-desktop.ts';
import { sendDesktop } from './read-desktop.ts';
import { createVisitors } from './visitors.ts';

export function serveDesktop(serving: Serving, desktops: Desktops): void {
  const { db, files, news, planOf, isLanGuest } = desktops;
  const visitors = createVisitors(desktops);
  files.sharedBy.set(HOLDER_KIND, (itemId, reader) =>
    filesSharedBy(db, itemId, reader, isLanGuest),
  );

  serve(serving, getDesktop, async ({ request, reply }) => {
    const { claims } = await visitors.of(request, reply);
    const desktop = await findDesktopFor(desktops, claims, 'read');
    return desktop
      ? sendDesktop(reply, desktops, desktop, desktop.as)
      : { desktop: null, items: [] };
  });

  serve(serving, getSharedDesktop, async ({ params, headers, reply }) => {
    const shareToken = headers['x-desktop-token'] ?? params.id;
    const desktop = await requireDesktop(
      desktops,
      { userId: null, browserHash: null, shareToken },
      'read',
    );
    if (params.id !== shareToken && params.id !== desktop.id)
      throw new ProductError('DESKTOP_NOT_FOUND');
    return sendDesktop(reply, desktops, desktop, desktop.as);
  });

  serve(serving, renewDesktopShareToken, async ({ request, reply, change }) => {
    const { claims } = await visitors.of(request, reply);
    const shareToken = newToken();
    const desktop = await change(async (tx) => {
      const mine = await requireDesktop({ db: tx, planOf }, claims, 'renewShareToken');
      await saveShareToken(tx, mine.id, shareToken);
      return mine;
    });
    news.closedToHolders(desktop);
    return { share_token: shareToken };
  });

  serveDesktopItems(serving, desktops, visitors);
}
