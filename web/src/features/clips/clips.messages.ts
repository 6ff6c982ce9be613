import { failureText } from '../../lib/api-error.ts';
import { failing, toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { copyAndTell } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast.ts';

const withFilesText = (withFiles: boolean) => (withFiles ? m.clips_files_uploaded() : undefined);

/** Copies the text of a clip, with a toast. */
export const copyClipText = (text: string): Promise<void> =>
  copyAndTell(text, m.clips_content_copied(), m.clips_copy_failed());

/** The toasts of the pages of one clip. */
export const notify = {
  copyFailed: failing(m.clips_copy_failed()),
  initFailed: failing(m.clips_init_failed()),
  notInitialized: () => toast.error(m.clips_not_initialized(), m.clips_not_initialized_text()),
  nothingToSave: () => toast.error(m.clips_nothing_to_save()),
  saveFirst: () => toast.error(m.clips_save_first()),
  saved: (withFiles: boolean) => toast.success(m.clips_saved(), withFilesText(withFiles)),
  saveFailed: (error: unknown) =>
    toastFailure(m.clips_save_failed(), error, failureText(error, m.clips_unknown_error())),
  updated: (withFiles: boolean) => toast.success(m.clips_updated(), withFilesText(withFiles)),
  updateFailed: (error: unknown) =>
    toastFailure(
      m.clips_update_failed({ reason: failureText(error, m.clips_unknown_error()) }),
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
