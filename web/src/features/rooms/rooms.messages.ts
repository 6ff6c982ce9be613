import { failureText } from '../../lib/api-error.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { wayToPlans } from '../../lib/plan.ts';
import { m } from '../../paraglide/messages.js';
import { toast } from '../../ui/toast.ts';

const why = (error: unknown) => failureText(error, m.rooms_please_try_again());
const undoBy = (undo: () => void) => ({ action: { label: m.rooms_undo(), onPress: undo } });

/** Every toast of the rooms screens. */
export const say = {
  listFailed: (error: unknown) => toast.error(m.rooms_list_failed(), why(error), wayToPlans(error)),
  roomFailed: (error: unknown) => toast.error(m.rooms_load_failed(), why(error), wayToPlans(error)),
  activityFailed: (error: unknown) =>
    toast.error(m.rooms_activity_failed(), why(error), wayToPlans(error)),

  roomCreated: (name: string, open: () => void) =>
    toast.success(m.rooms_created(), name, {
      action: { label: m.rooms_created_open(), onPress: open },
    }),
  roomCreateFailed: (error: unknown) =>
    toast.error(m.rooms_create_failed(), why(error), wayToPlans(error)),
  roomDeleted: (name: string) => toast.success(m.rooms_deleted(), name),
  roomDeleteFailed: (error: unknown) =>
    toast.error(
      m.rooms_delete_failed(),
      m.rooms_delete_failed_text({ reason: failureText(error, m.rooms_unknown_error()) }),
    ),
  roomUpdated: () => toast.success(m.rooms_updated()),
  roomUpdateFailed: (error: unknown) =>
    toast.error(m.rooms_update_failed(), why(error), wayToPlans(error)),
  joined: (name: string) => toast.success(m.rooms_joined(), name),
  joinFailed: (error: unknown) => toast.error(m.rooms_join_failed(), why(error), wayToPlans(error)),
  left: (name: string) => toast.success(m.rooms_left(), name),
  leaveFailed: (error: unknown) =>
    toast.error(m.rooms_leave_failed(), why(error), wayToPlans(error)),

  linkCopied: () => toast.success(m.rooms_link_copied()),
  linkCopyFailed: () => toast.error(m.rooms_link_copy_failed(), m.rooms_link_copy_failed_text()),
  linkRenewed: () => toast.success(m.rooms_link_renewed(), m.rooms_link_renewed_text()),
  linkRenewFailed: (error: unknown) =>
    toast.error(m.rooms_link_renew_failed(), why(error), wayToPlans(error)),

  contentAdded: () => toast.success(m.rooms_content_added()),
  contentAddFailed: (error: unknown) =>
    toast.error(m.rooms_content_add_failed(), why(error), wayToPlans(error)),
  contentSaved: () => toast.success(m.rooms_content_updated()),
  contentSaveFailed: (error: unknown) =>
    toast.error(m.rooms_content_update_failed(), why(error), wayToPlans(error)),
  contentDeleted: (what: string, undo?: () => void) =>
    toast.success(m.rooms_content_deleted(), excerpt(what) || undefined, undo && undoBy(undo)),
  contentDeleteFailed: (error: unknown) =>
    toast.error(m.rooms_content_delete_failed(), why(error), wayToPlans(error)),
  contentRestored: () => toast.success(m.rooms_content_restored()),
  contentRestoreFailed: (error: unknown) =>
    toast.error(m.rooms_content_restore_failed(), why(error), wayToPlans(error)),
  textKept: (goOn: () => void) =>
    toast.success(m.rooms_text_kept(), m.rooms_text_kept_text(), {
      action: { label: m.rooms_text_kept_continue(), onPress: goOn },
    }),
  tookTheirs: (undo: () => void) =>
    toast.success(m.rooms_took_theirs(), m.rooms_took_theirs_text(), undoBy(undo)),

  fileTooLarge: (name: string) =>
    toast.error(m.rooms_file_too_large(), m.rooms_file_too_large_text({ name })),
  filesUploaded: (names: readonly string[]) =>
    toast.success(
      m.rooms_file_uploaded(),
      names.length === 1 ? names[0] : m.rooms_files_count({ count: names.length }),
    ),
  uploadFailed: (names: readonly string[], error: unknown) =>
    toast.error(
      m.rooms_upload_failed(),
      m.rooms_upload_failed_text({ names: names.join(', '), reason: why(error) }),
      wayToPlans(error),
    ),

  copied: () => toast.success(m.rooms_copied()),
  copyFailed: () => toast.error(m.rooms_copy_text_failed(), m.rooms_copy_text_failed_text()),
  downloadStarted: (name: string) => toast.success(m.rooms_download_started(), name),
  noFileUrl: () => toast.error(m.rooms_no_file_url()),
  downloadFailed: () => toast.error(m.rooms_download_failed(), m.rooms_please_try_again()),

  memberInvited: (email: string) => toast.success(m.rooms_member_invited(), email),
  memberAddFailed: (error: unknown) =>
    toast.error(m.rooms_member_add_failed(), why(error), wayToPlans(error)),
  memberRemoved: (email: string, undo: () => void) =>
    toast.success(m.rooms_member_removed(), email, undoBy(undo)),
  memberRemoveFailed: (error: unknown) =>
    toast.error(m.rooms_member_remove_failed(), why(error), wayToPlans(error)),
};
