import { ProductError } from '@clipline/contract/errors.ts';
import type { App } from '../core/app.ts';
import type { Connection } from '../core/live/channels.ts';
import { type Emission, serveEvent } from '../core/live/serve-event.ts';
import type { Claims, DesktopRole } from './desktop.access.ts';
import { desktopChannel } from './desktop.news.ts';
import { type FullItem, presentItem, readDesktop, readerOf, withFiles } from './desktop.present.ts';
import { findDesktopByNetwork, findItem } from './desktop.queries.ts';
import { requireNetwork } from './find-desktop.ts';
import { browserHashOf } from './visitors.ts';

/** The Origin was checked when the socket was opened: its cookie is the browser's own will. */
export const ownClaimsOf = ({ config }: App, { user, headers }: Connection) => ({
  userId: user?.id ?? null,
  browserHash: user ? null : browserHashOf(headers.cookie, config),
});

const channelFor = (role: DesktopRole, networkId: string) =>
  role === 'owner' ? desktopChannel.own(networkId) : desktopChannel.shared(networkId);

async function joinDesktop(
  { payload, user, connection, join, leave }: Emission<'join:desktop:network'>,
  app: App,
) {
  const { networkId, shareToken = null } =
    typeof payload === 'string' ? { networkId: payload } : payload;
  const claims: Claims = { ...ownClaimsOf(app, connection), shareToken };
  let role: DesktopRole;
  return join(
    async () => {
      ({ as: role } = await requireNetwork(app, networkId, claims));
      // Owners and holders are told apart, because links differ and a renewed token expels.
      leave(channelFor(role === 'owner' ? 'holder' : 'owner', networkId));
      return channelFor(role, networkId);
    },
    async () => {
      const desktop = await requireNetwork(app, networkId, claims);
      if (desktop.as !== role) throw new ProductError('DESKTOP_NOT_FOUND');
      return readDesktop(app, desktop, user);
    },
  );
}

async function leaveDesktop({ payload, leave }: Emission<'leave:desktop:network'>) {
  const networkId = typeof payload === 'string' ? payload : payload.networkId;
  for (const role of ['owner', 'holder'] as const) leave(channelFor(role, networkId));
  return {};
}

/** For a caller who joined its desktop or owns it. Every write of it was published by itself. */
async function stored(app: App, connection: Connection, networkId: string, itemId: string) {
  const joined = (['owner', 'holder'] as const).find((role) =>
    connection.isIn(channelFor(role, networkId)),
  );
  const claims: Claims = { ...ownClaimsOf(app, connection), shareToken: null };
  const desktop = joined
    ? await findDesktopByNetwork(app.db, networkId)
    : await requireNetwork(app, networkId, claims);
  const row = desktop && (await findItem(app.db, desktop.id, itemId));
  if (!desktop || !row) throw new ProductError('ITEM_NOT_FOUND');
  if (row.deleted_at !== null) return { item: null };
  const [item] = await withFiles(app.db, [row]);
  return { item: presentItem(app, item as FullItem, readerOf(joined ?? 'owner', desktop)) };
}

export function serveDesktopEvents(app: App): void {
  serveEvent(app, 'join:desktop:network', joinDesktop);
  serveEvent(app, 'leave:desktop:network', leaveDesktop);
  serveEvent(app, 'desktop:item:created', ({ payload, connection }) =>
    stored(app, connection, payload.networkId, payload.item.id),
  );
  serveEvent(app, 'desktop:item:updated', ({ payload, connection }) =>
    stored(app, connection, payload.networkId, payload.itemId),
  );
  serveEvent(app, 'desktop:item:deleted', ({ payload, connection }) =>
    stored(app, connection, payload.networkId, payload.itemId),
  );
}
