import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { download, downloadStarted } from '../../../live/downloads.ts';
import { m } from '../../../paraglide/messages.js';
import { copyAndTell } from '../../../ui/copy-text.ts';

/**
 * What can be done with an item; the same object for all of a desktop, so that its blocks need not
 * render again.
 */
export interface ItemTools {
  /** Shows all of a text, or a picture at a size to look at. */
  readonly open: (item: DesktopItem) => void;
  readonly download: (item: DesktopItem) => Promise<void>;
  /** The picture's link is dead. */
  readonly renew: (item: DesktopItem) => void;
  /** Only for who may. */
  readonly remove?: (item: DesktopItem) => void;
  /** Opens the text to change it; only for who may. */
  readonly edit?: (item: DesktopItem) => void;
}

export const copyItem = (item: DesktopItem): Promise<void> =>
  copyAndTell(item.content, m.desktop_copied());

/** `renew`: asks once more for a link that has outlived itself. */
export function downloadItem(
  item: DesktopItem,
  renew?: () => Promise<string | undefined>,
): Promise<void> {
  const name = item.file_name ?? m.desktop_file_unnamed();
  return download({ name, url: item.file_url, started: downloadStarted(name), renew });
}
