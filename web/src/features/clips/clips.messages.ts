import { failureText } from '../../lib/api-error.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { wayToPlans } from '../../lib/plan.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';

const why = (error: unknown) => failureText(error, m.clips_please_try_again());
const whyUnknown = (error: unknown) => failureText(error, m.clips_unknown_error());
const undoBy = (undo: () => void) => ({ action: { label: m.clips_undo(), onPress: undo } });
const withFilesText = (withFiles: boolean) => (withFiles ? m.clips_files_uploaded() : undefined);

/** Every toast of the clips screens. */
export const say = {
  statsFailed: (error: unknown) =>
    toast.error(m.clips_stats_failed(), why(error), wayToPlans(error)),
  recentFailed: (error: unknown) =>
    toast.error(m.clips_recent_failed(), why(error), wayToPlans(error)),
  listFailed: (error: unknown) => toast.error(m.clips_list_failed(), why(error), wayToPlans(error)),
  favoritesFailed: () => toast.error(m.clips_favorites_failed(), m.clips_favorites_failed_text()),

  favorite: (on: boolean, content: string, undo: () => void) =>
    toast.success(
      on ? m.clips_favorite_added() : m.clips_favorite_removed(),
      excerpt(content) || undefined,
      undoBy(undo),
    ),
  favoriteFailed: (error: unknown) =>
    toast.error(m.clips_favorite_failed(), why(error), wayToPlans(error)),

  // The excerpt keeps two deletions in a row apart, so that each can be undone.
  deleted: (content: string, undo: () => void) =>
    toast.success(m.clips_deleted(), excerpt(content) || undefined, undoBy(undo)),
  deleteFailed: () => toast.error(m.clips_delete_failed(), m.clips_delete_failed_text()),
  restored: () => toast.success(m.clips_restored()),
  restoreFailed: (error: unknown) =>
    toast.error(m.clips_restore_failed(), why(error), wayToPlans(error)),

  initFailed: (error: unknown) => toast.error(m.clips_init_failed(), why(error), wayToPlans(error)),
  notInitialized: () => toast.error(m.clips_not_initialized(), m.clips_not_initialized_text()),
  nothingToSave: () => toast.error(m.clips_nothing_to_save()),
  saveFirst: () => toast.error(m.clips_save_first()),
  saved: (withFiles: boolean) => toast.success(m.clips_saved(), withFilesText(withFiles)),
  saveFailed: (error: unknown) =>
    toast.error(m.clips_save_failed(), whyUnknown(error), wayToPlans(error)),
  updated: (withFiles: boolean) => toast.success(m.clips_updated(), withFilesText(withFiles)),
  updateFailed: (error: unknown) =>
    toast.error(m.clips_update_failed({ reason: whyUnknown(error) }), undefined, wayToPlans(error)),
  loadFailed: (error: unknown) => toast.error(m.clips_load_failed(), why(error), wayToPlans(error)),

  uploadFailed: (names: readonly string[], error: unknown) =>
    toast.error(
      m.clips_upload_failed(),
      m.clips_upload_failed_text({ names: names.join(', '), reason: why(error) }),
      wayToPlans(error),
    ),
  textKept: () => toast.success(m.clips_kept(), m.clips_kept_text()),

  filesTooLarge: (names: readonly string[]) =>
    toast.error(m.clips_files_too_large({ names: names.join(', ') })),
  fileRemoved: (name: string) => toast.success(m.clips_file_removed(), name),
  fileRemoveFailed: (error: unknown) =>
    toast.error(m.clips_file_remove_failed(), why(error), wayToPlans(error)),

  contentCopied: () => toast.success(m.clips_content_copied()),
  copyFailed: () => toast.error(m.clips_copy_failed(), m.clips_copy_failed_text()),
  linkCopied: () => toast.success(m.clips_link_copied()),
  linkCopyFailed: () => toast.error(m.clips_copy_failed(), m.clips_link_copy_failed_text()),

  contentDownloaded: () => toast.success(m.clips_content_downloaded()),
  downloading: (name: string) => toast.success(m.clips_downloading({ name })),
  noFileUrl: () => toast.error(m.clips_no_file_url()),
  downloadFailed: () => toast.error(m.clips_download_failed(), m.clips_please_try_again()),

  contentUpdated: () => toast.success(m.clips_content_updated(), undefined, { news: true }),
  filesUpdated: () => toast.success(m.clips_files_updated(), undefined, { news: true }),
  tookTheirs: (undo: () => void) =>
    toast.success(m.clips_took_theirs(), m.clips_took_theirs_text(), undoBy(undo)),
};
