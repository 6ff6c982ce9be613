import type { App } from '../core/app.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { OwnOrigins } from '../core/http/origins.ts';
import type { Connection } from '../core/live/connections.ts';
import { serveEvent } from '../core/live/serve-event.ts';
import type { Claims, DesktopRole } from './desktop.access.ts';
import type { Desktops } from './desktop.ts';
import { findItem } from './desktop-items.queries.ts';
import { findDesktopByNetwork } from './desktops.queries.ts';
import { requireNetwork } from './find-desktop.ts';
import { presentItem } from './desktop.present.ts';
import { readDesktop } from './read-desktop.ts';
import { browserHashOf } from './visitors.ts';
import { desktopChannel } from './desktop.news.ts';
import { type FullItem, readerOf, withFiles } from './desktop-files.ts';

/**
 * The Origin of a socket was checked when it was opened, so that its cookie is the browser's own
 * will.
 */
export const ownClaimsOf = ({ user, headers }: Connection, own: OwnOrigins) => ({
  userId: user?.id ?? null,
  browserHash: user ? null : browserHashOf(headers.cookie, own),
});

const channelFor = (role: DesktopRole, networkId: string) =>
  role === 'owner' ? desktopChannel.own(networkId) : desktopChannel.shared(networkId);
const channelsOf = (networkId: string) => [
  channelFor('owner', networkId),
  channelFor('holder', networkId),
];

/**
 * The item as it is stored, for a caller who joined its desktop or owns it; null once it is
 * deleted. Every write of it was published by itself.
 */
async function stored(
  desktops: Desktops,
  connection: Connection,
  networkId: string,
  itemId: string,
) {
  const { db, files, own } = desktops;
  const joined = (['owner', 'holder'] as const).find((role) =>
    connection.isIn(channelFor(role, networkId)),
  );
  const claims: Claims = { ...ownClaimsOf(connection, own), shareToken: null };
  const desktop = joined
    ? await findDesktopByNetwork(db, networkId)
    : await requireNetwork(desktops, networkId, claims);
  const row = desktop && (await findItem(db, desktop.id, itemId));
  if (!desktop || !row) throw new ProductError('ITEM_NOT_FOUND');
  if (row.deleted_at !== null) return { item: null };
  const [item] = await withFiles(db, [row]);
  return { item: presentItem(item as FullItem, files, readerOf(joined ?? 'owner', desktop)) };
}

/**
 * What a socket may do about desktops. Nothing that it sends is ever passed on.
 */
export function serveDesktopEvents(app: App, desktops: Desktops): void {
  const { db, files, own } = desktops;

  serveEvent(app, 'join:desktop:network', async ({ payload, user, connection, join, leave }) => {
    const { networkId, shareToken = null } =
      typeof payload === 'string' ? { networkId: payload } : payload;
    const claims: Claims = { ...ownClaimsOf(connection, own), shareToken };
    const { as: role } = await requireNetwork(desktops, networkId, claims);
    // Owners and holders are told apart, because links differ and a renewed token expels.
    for (const channel of channelsOf(networkId))
      if (channel !== channelFor(role, networkId)) leave(channel);
    const asBefore = async () => {
      const desktop = await requireNetwork(desktops, networkId, claims);
      if (desktop.as !== role) throw new ProductError('DESKTOP_NOT_FOUND');
      return desktop;
    };
    return join(channelFor(role, networkId), asBefore, async () =>
      readDesktop(db, files, await asBefore(), role, user),
    );
  });

  serveEvent(app, 'leave:desktop:network', async ({ payload, leave }) => {
    const networkId = typeof payload === 'string' ? payload : payload.networkId;
    for (const channel of channelsOf(networkId)) leave(channel);
    return {};
  });

  serveEvent(app, 'desktop:item:created', ({ payload, connection }) =>
    stored(desktops, connection, payload.networkId, payload.item.id),
  );
  serveEvent(app, 'desktop:item:updated', ({ payload, connection }) =>
    stored(desktops, connection, payload.networkId, payload.itemId),
  );
  serveEvent(app, 'desktop:item:deleted', ({ payload, connection }) =>
    stored(desktops, connection, payload.networkId, payload.itemId),
  );
}
