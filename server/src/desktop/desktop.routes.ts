import {
  getDesktop,
  getSharedDesktop,
  renewDesktopShareToken,
  setDesktopSharing,
} from '@clipline/contract/schemas/desktop.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { whereWritable } from '../core/db/database.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { newToken } from '../core/ids.ts';
import { serveDesktopItems } from './desktop-items.routes.ts';
import type { Desktops } from './desktop.ts';
import { noteSharedBy, saveSharing } from './desktops.queries.ts';
import { findDesktopFor, requireDesktop } from './find-desktop.ts';
import { sendDesktop } from './read-desktop.ts';
import { visitorOf } from './visitors.ts';
import { filesSharedBy, DESKTOP } from './desktop-files.ts';

export function serveDesktop(app: App, desktops: Desktops): void {
  const { db, files, news, planOf, isLanGuest } = desktops;
  files.sharedBy.set(DESKTOP, (itemId, reader) => filesSharedBy(db, itemId, reader, isLanGuest));

  serve(app, getDesktop, async ({ user, request, reply }) => {
    const { claims } = await visitorOf(desktops, request, reply);
    const desktop = await findDesktopFor(desktops, claims, 'read');
    return desktop
      ? sendDesktop(reply, desktops, desktop, desktop.as, user)
      : { desktop: null, items: [] };
  });

  serve(app, getSharedDesktop, async ({ user, params, headers, reply }) => {
    const shareToken = headers['x-desktop-token'] ?? params.id;
    const desktop = await requireDesktop(
      desktops,
      { userId: null, browserHash: null, shareToken },
      'read',
    );
    if (params.id !== shareToken && params.id !== desktop.id)
      throw new ProductError('DESKTOP_NOT_FOUND');
    // A link that a user has in hand was given out, by them or another.
    if (desktop.is_shared === 0) await whereWritable(noteSharedBy(db, shareToken));
    return sendDesktop(reply, desktops, desktop, desktop.as, user);
  });

  serve(app, setDesktopSharing, async ({ body, request, reply, change }) => {
    const { claims } = await visitorOf(desktops, request, reply);
    const { mine, shareToken } = await change(async (tx) => {
      const desktop = await requireDesktop({ db: tx, planOf }, claims, 'renewShareToken');
      const token = body.shared ? desktop.share_token : newToken();
      await saveSharing(tx, desktop.id, { share_token: token, is_shared: body.shared ? 1 : 0 });
      return { mine: desktop, shareToken: token };
    });
    if (!body.shared) news.closedToHolders(mine);
    return { share_token: shareToken, shared: body.shared };
  });

  serve(app, renewDesktopShareToken, async ({ request, reply, change }) => {
    const { claims } = await visitorOf(desktops, request, reply);
    const shareToken = newToken();
    const desktop = await change(async (tx) => {
      const mine = await requireDesktop({ db: tx, planOf }, claims, 'renewShareToken');
      await saveSharing(tx, mine.id, { share_token: shareToken });
      return mine;
    });
    news.closedToHolders(desktop);
    return { share_token: shareToken };
  });

  serveDesktopItems(app, desktops);
}
