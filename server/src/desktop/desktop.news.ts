import type { App } from '../core/app.ts';
import type { FileRow } from '../files/files.queries.ts';
import { type DesktopRow, findDesktopOfItem } from './desktop.queries.ts';
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

/** Owners and holders each get links of their own. */
const audienceOf = (networkId: string) =>
  [
    [desktopChannel.own(networkId), 'owner'],
    [desktopChannel.shared(networkId), 'holder'],
  ] as const;

export function tellItemAdded(app: App, desktop: DesktopRow, item: FullItem): void {
  for (const [channel, role] of audienceOf(desktop.network_id))
    app.channels.publish(channel, 'desktop:item:new', {
      networkId: desktop.network_id,
      type: item.row.type,
      item: presentItem(app, item, readerOf(role, desktop)),
    });
  app.localNetwork.onDesktopChange(app, desktop);
}

export async function tellPreview(app: App, file: FileRow): Promise<void> {
  const desktop = await findDesktopOfItem(app.db, file.holder_id);
  if (!desktop) return;
  const { network_id: networkId } = desktop;
  for (const [channel, role] of audienceOf(networkId)) {
    const preview = app.files.links.previewOf(file, readerOf(role, desktop));
    const news = preview && { networkId, fileId: file.id, preview };
    if (news) app.channels.publish(channel, 'file:preview', news);
  }
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
