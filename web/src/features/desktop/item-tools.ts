import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { copyText } from '../../lib/copy.ts';
import { downloadFile } from '../../lib/download.ts';
import { m } from '../../paraglide/messages.js';
import { say } from './desktop.messages.ts';

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
}

export async function copyItem(item: DesktopItem): Promise<void> {
  if (await copyText(item.content)) say.copied();
  else say.copyFailed();
}

/** A link that has outlived itself is asked for once more. */
export async function downloadItem(
  item: DesktopItem,
  freshUrl?: () => Promise<string | undefined>,
): Promise<void> {
  const name = item.file_name ?? m.desktop_file_unnamed();
  if (!item.file_url) return void say.noFileUrl();
  try {
    await downloadFile({ name, url: item.file_url }, freshUrl);
    say.downloadStarted(name);
  } catch {
    say.downloadFailed();
  }
}
