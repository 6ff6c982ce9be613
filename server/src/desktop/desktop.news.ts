import type { Channels } from '../core/live/channels.ts';
import type { Files } from '../files/files.ts';
import type { DesktopRow } from './desktops.queries.ts';
import { positionOf, presentItem, sizeOf } from './desktop.present.ts';
import { type FullItem, readerOf } from './desktop-files.ts';

export const desktopChannel = {
  /** Sockets of its owner. */
  own: (networkId: string) => `desktop:${networkId}`,
  /** Sockets that joined with its share token. */
  shared: (networkId: string) => `shared-desktop:${networkId}`,
} as const;

/**
 * Tells screens what changed on a desktop. To be called after the commit, with what was written;
 * no caller waits for it.
 */
export interface DesktopNews {
  added(desktop: DesktopRow, item: FullItem): void;
  /** `withText`: its text may be another one. */
  changed(desktop: DesktopRow, item: FullItem, options: { readonly withText: boolean }): void;
  removed(desktop: DesktopRow, item: FullItem): void;
  /**
   * The share token was renewed, or the owner's plan no longer shares: those who joined by it hear
   * no more.
   */
  closedToHolders(desktop: DesktopRow): void;
  /** The desktop, as it was, became a user's: a user who was there by its old secrets is out. */
  adopted(before: DesktopRow): void;
}

export interface DesktopNewsContext {
  readonly files: Pick<Files, 'links'>;
  readonly channels: Channels;
  /** Hears of each desktop on which something changed, as it stood after it. */
  readonly onChange: (desktop: DesktopRow) => void;
  /** Hears of each desktop that belongs to another user from now on. */
  readonly onNewOwner: (desktopId: string) => void;
}

/** Owners and holders each get links of their own. */
const audiences = (desktop: DesktopRow) =>
  [
    [desktopChannel.own(desktop.network_id), readerOf('owner', desktop)],
    [desktopChannel.shared(desktop.network_id), readerOf('holder', desktop)],
  ] as const;

function closeToHolders(channels: Channels, { network_id: networkId }: DesktopRow): void {
  channels.publish(desktopChannel.shared(networkId), 'desktop:closed', { networkId });
  channels.expelOthers(desktopChannel.shared(networkId), []);
}

export function createDesktopNews({
  files,
  channels,
  onChange,
  onNewOwner,
}: DesktopNewsContext): DesktopNews {
  return {
    added(desktop, item) {
      for (const [channel, reader] of audiences(desktop)) {
        const news = {
          networkId: desktop.network_id,
          type: item.row.type,
          item: presentItem(item, files, reader),
        };
        channels.publish(channel, 'desktop:item:new', news);
      }
      onChange(desktop);
    },
    changed(desktop, item, { withText }) {
      const { row } = item;
      const updates = {
        position: positionOf(row),
        size: sizeOf(row),
        version: row.version,
        ...(withText && { content: row.content }),
      };
      for (const [channel] of audiences(desktop)) {
        channels.publish(channel, 'desktop:item:modified', {
          networkId: desktop.network_id,
          itemId: row.id,
          updates,
        });
      }
      onChange(desktop);
    },
    removed(desktop, { row }) {
      for (const [channel] of audiences(desktop)) {
        channels.publish(channel, 'desktop:item:removed', {
          networkId: desktop.network_id,
          itemId: row.id,
          version: row.version,
        });
      }
      onChange(desktop);
    },
    closedToHolders: (desktop) => closeToHolders(channels, desktop),
    adopted(before) {
      closeToHolders(channels, before);
      channels.expelOthers(desktopChannel.own(before.network_id), []);
      onNewOwner(before.id);
    },
  };
}
