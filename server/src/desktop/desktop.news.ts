import type { App } from '../core/app.ts';
import type { DesktopRow } from './desktop.queries.ts';
import { type FullItem, positionOf, presentItem, readerOf, sizeOf } from './desktop.present.ts';

/** The local network stands above desktops and knows them. */
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

// What screens are told of a desktop: after the commit, with what was written. No caller waits.

export const desktopChannel = {
  own: (networkId: string) => `desktop:${networkId}`,
  shared: (networkId: string) => `shared-desktop:${networkId}`,
} as const;

const channelsOf = ({ network_id: networkId }: DesktopRow) => [
  desktopChannel.own(networkId),
  desktopChannel.shared(networkId),
];

export function tellItemAdded(app: App, desktop: DesktopRow, item: FullItem): void {
  // Owners and holders each get links of their own.
  for (const [channel, role] of [
    [desktopChannel.own(desktop.network_id), 'owner'],
    [desktopChannel.shared(desktop.network_id), 'holder'],
  ] as const)
    app.channels.publish(channel, 'desktop:item:new', {
      networkId: desktop.network_id,
      type: item.row.type,
      item: presentItem(app, item, readerOf(role, desktop)),
    });
  app.localNetwork.onDesktopChange(app, desktop);
}

export function tellItemChanged(
  app: App,
  desktop: DesktopRow,
  { row }: FullItem,
  { withText }: { readonly withText: boolean },
): void {
  app.channels.publish(channelsOf(desktop), 'desktop:item:modified', {
    networkId: desktop.network_id,
    itemId: row.id,
    updates: {
      position: positionOf(row),
      size: sizeOf(row),
      version: row.version,
      ...(withText && { content: row.content }),
    },
  });
  app.localNetwork.onDesktopChange(app, desktop);
}

export function tellItemRemoved(app: App, desktop: DesktopRow, { row }: FullItem): void {
  app.channels.publish(channelsOf(desktop), 'desktop:item:removed', {
    networkId: desktop.network_id,
    itemId: row.id,
    version: row.version,
  });
  app.localNetwork.onDesktopChange(app, desktop);
}

export function closeDesktopToHolders(
  { channels }: App,
  { network_id: networkId }: DesktopRow,
): void {
  channels.publish(desktopChannel.shared(networkId), 'desktop:closed', { networkId });
  channels.expelOthers(desktopChannel.shared(networkId), []);
}

/** A user who was there by the desktop's old secrets is out. */
export function tellAdopted(app: App, before: DesktopRow): void {
  closeDesktopToHolders(app, before);
  app.channels.expelOthers(desktopChannel.own(before.network_id), []);
  app.localNetwork.onNewOwner(app, before.id);
}
