import { failing, reasonOf, toastFailure } from '../../live/failures.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { m } from '../../paraglide/messages.js';
import { toast, undoable } from '../../ui/toast.ts';
import type { BulkAction } from '@clipline/contract/schemas/bulk.ts';
import type { LiveClip } from './clip-shape.ts';

const withFilesText = (withFiles: boolean) => (withFiles ? m.clips_files_uploaded() : undefined);

const BULK: Readonly<Record<BulkAction, (count: number) => string>> = {
  delete: (count) => m.clips_bulk_deleted({ count }),
  favorite: (count) => m.clips_bulk_favorited({ count }),
  unfavorite: (count) => m.clips_bulk_unfavorited({ count }),
  tag: (count) => m.clips_bulk_tagged({ count }),
  untag: (count) => m.clips_bulk_untagged({ count }),
};

/** Every toast of the clips screens. */
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

  tagFailed: failing(m.tags_failed()),
  tagDeleted: () => toast.success(m.tags_deleted()),
  tagDeleteFailed: failing(m.tags_delete_failed()),

  initFailed: failing(m.clips_init_failed()),
  notInitialized: () => toast.error(m.clips_not_initialized(), m.clips_not_initialized_text()),
  nothingToSave: () => toast.error(m.clips_nothing_to_save()),
  saveFirst: () => toast.error(m.clips_save_first()),
  saved: (withFiles: boolean) => toast.success(m.clips_saved(), withFilesText(withFiles)),
  saveFailed: (error: unknown) =>
    toastFailure(m.clips_save_failed(), error, reasonOf(error, m.clips_unknown_error())),
  updated: (withFiles: boolean) => toast.success(m.clips_updated(), withFilesText(withFiles)),
  updateFailed: (error: unknown) =>
    toastFailure(
      m.clips_update_failed({ reason: reasonOf(error, m.clips_unknown_error()) }),
      error,
      null,
    ),
  loadFailed: failing(m.clips_load_failed()),

  textKept: () => toast.success(m.clips_kept(), m.clips_kept_text()),

  fileRemoved: (name: string) => toast.success(m.clips_file_removed(), name),
  fileRemoveFailed: failing(m.clips_file_remove_failed()),

  contentDownloaded: () => toast.success(m.clips_content_downloaded()),

  contentUpdated: () => toast.success(m.clips_content_updated(), undefined, { news: true }),
  filesUpdated: () => toast.success(m.clips_files_updated(), undefined, { news: true }),
};
