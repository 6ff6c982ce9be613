import { failureText } from '../../lib/api-error.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { wayToPlans } from '../../lib/plan.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';

const why = (error: unknown) => failureText(error, m.desktop_please_try_again());
const undoWith = (undo: (() => void) | undefined) =>
  undo && { action: { label: m.desktop_undo(), onPress: undo } };
const named = (names: readonly string[]) =>
  names.length === 1 ? names[0] : m.desktop_files_count({ count: names.length });

/** Every toast of the desktop screens. */
export const say = {
  textAdded: (text: string, undo?: () => void) =>
    toast.success(m.desktop_text_added(), excerpt(text), undoWith(undo)),
  textAddFailed: (error: unknown) =>
    toast.error(m.desktop_text_add_failed(), why(error), wayToPlans(error)),
  filesAdded: (names: readonly string[]) => toast.success(m.desktop_file_added(), named(names)),
  uploadFailed: (names: readonly string[], error: unknown) =>
    toast.error(
      m.desktop_upload_failed(),
      m.desktop_upload_failed_text({ names: names.join(', '), reason: why(error) }),
      wayToPlans(error),
    ),
  fileTooLarge: (name: string) =>
    toast.error(m.desktop_file_too_large(), m.desktop_file_too_large_text({ name })),

  layoutSaved: () => toast.success(m.desktop_layout_saved(), undefined, { duration: 2000 }),
  layoutFailed: (error: unknown, again: () => void) =>
    toast.error(m.desktop_layout_failed(), why(error), {
      action: { label: m.desktop_try_again(), onPress: again },
    }),

  deleted: (what: string, undo?: () => void) =>
    toast.success(m.desktop_item_deleted(), excerpt(what) || undefined, undoWith(undo)),
  deleteFailed: (error: unknown) =>
    toast.error(m.desktop_item_delete_failed(), why(error), wayToPlans(error)),
  restored: () => toast.success(m.desktop_item_restored()),
  restoreFailed: (error: unknown) =>
    toast.error(m.desktop_item_restore_failed(), why(error), wayToPlans(error)),

  copied: () => toast.success(m.desktop_copied()),
  copyFailed: () => toast.error(m.desktop_copy_failed(), m.desktop_copy_failed_text()),
  downloadStarted: (name: string) => toast.success(m.desktop_download_started(), name),
  noFileUrl: () => toast.error(m.desktop_no_file_url()),
  downloadFailed: () => toast.error(m.desktop_download_failed(), m.desktop_please_try_again()),

  sharedFailed: (error: unknown) =>
    toast.error(m.desktop_shared_failed(), why(error), wayToPlans(error)),
  linkCopied: () => toast.success(m.desktop_link_copied()),
  linkCopyFailed: () =>
    toast.error(m.desktop_link_copy_failed(), m.desktop_link_copy_failed_text()),
  linkRenewed: () => toast.success(m.desktop_link_renewed(), m.desktop_link_renewed_text()),
  linkRenewFailed: (error: unknown) =>
    toast.error(m.desktop_link_renew_failed(), why(error), wayToPlans(error)),
};
