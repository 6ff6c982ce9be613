import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { failureText } from '../../lib/api-error.ts';
import { failing } from '../../live/failures.ts';
import { namesOrCount } from '../../live/uploads.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { m } from '../../paraglide/messages.js';
import { toast, undoable } from '../../ui/toast.ts';

const nameOf = (item: DesktopItem) =>
  item.type === 'file' ? (item.file_name ?? '') : item.content;

/** Every toast of the desktop screens. */
export const notify = {
  textAdded: (text: string, undo?: () => void) =>
    toast.success(m.desktop_text_added(), excerpt(text), undoable(undo)),
  textAddFailed: failing(m.desktop_text_add_failed()),
  textSaved: () => toast.success(m.desktop_text_saved()),
  textSaveFailed: failing(m.desktop_text_save_failed()),
  filesAdded: (names: readonly string[]) =>
    toast.success(m.desktop_file_added(), namesOrCount(names)),

  // It follows by itself on what was done, whose Undo must not go for it.
  layoutSaved: () =>
    toast.success(m.desktop_layout_saved(), undefined, { duration: 2000, news: true }),
  layoutFailed: (error: unknown, again: () => void) =>
    toast.error(m.desktop_layout_failed(), failureText(error), {
      action: { label: m.ui_try_again(), onPress: again },
    }),

  deleted: (item: DesktopItem, undo?: () => void) =>
    toast.success(m.desktop_item_deleted(), excerpt(nameOf(item)), undoable(undo)),
  deletedMany: (count: number) => m.desktop_items_deleted({ count }),
  deleteFailed: failing(m.desktop_item_delete_failed()),
  restored: () => toast.success(m.desktop_item_restored()),
  restoreFailed: failing(m.desktop_item_restore_failed()),

  sharedFailed: failing(m.desktop_shared_failed()),
};
