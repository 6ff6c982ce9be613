import { excerpt } from '../../../lib/excerpt.ts';
import { failing, toastFailure } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { toast, undoable } from '../../../ui/toast.ts';
import type { BulkAction } from '@clipline/contract/schemas/bulk.ts';
import type { LiveClip } from '../clip-shape.ts';

const BULK: Readonly<Record<BulkAction, (count: number) => string>> = {
  delete: (count) => m.clips_bulk_deleted({ count }),
  favorite: (count) => m.clips_bulk_favorited({ count }),
  unfavorite: (count) => m.clips_bulk_unfavorited({ count }),
  tag: (count) => m.clips_bulk_tagged({ count }),
  untag: (count) => m.clips_bulk_untagged({ count }),
};

/** The toasts of the lists of clips, and of what is done from a card. */
export const notify = {
  statsFailed: failing(m.clips_stats_failed()),
  recentFailed: failing(m.clips_recent_failed()),
  listFailed: failing(m.clips_list_failed()),
  favoritesFailed: (error: unknown) =>
    toastFailure(m.clips_favorites_failed(), error, m.clips_favorites_failed_text()),

  favorite: (on: boolean, content: string, undo: () => void) =>
    toast.success(
      on ? m.clips_favorite_added() : m.clips_favorite_removed(),
      excerpt(content) || undefined,
      undoable(undo),
    ),
  favoriteFailed: failing(m.clips_favorite_failed()),

  deleted: ({ content, fileName }: LiveClip, undo?: () => void) =>
    toast.success(m.clips_deleted(), excerpt(content || (fileName ?? '')), undoable(undo)),
  deletedMany: (count: number) => m.clips_deleted_many({ count }),
  deleteFailed: (error: unknown) =>
    toastFailure(m.clips_delete_failed(), error, m.clips_delete_failed_text()),
  restored: () => toast.success(m.clips_restored()),
  restoreFailed: failing(m.clips_restore_failed()),

  bulkDone: (action: BulkAction, count: number, undo?: () => void) =>
    toast.success(BULK[action](count), undefined, undoable(undo)),
  bulkFailed: failing(m.clips_bulk_failed()),
  bulkUndone: (count: number) => toast.success(m.clips_bulk_undone({ count })),
  bulkUndoFailed: failing(m.clips_bulk_undo_failed()),
  bulkDownloadFailed: failing(m.clips_bulk_download_failed()),
};
