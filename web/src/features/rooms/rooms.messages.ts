import type { RoomContent } from '@clipline/contract/schemas/rooms.ts';
import { failureText } from '../../lib/api-error.ts';
import { failing, toastFailure } from '../../live/failures.ts';
import { namesOrCount } from '../../live/uploads.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { m } from '../../paraglide/messages.js';
import { toast, undoable } from '../../ui/toast.ts';

const nameOf = (item: RoomContent) =>
  item.type === 'file' ? (item.file_name ?? '') : item.content;

/** Every toast of the rooms screens. */
export const notify = {
  listFailed: failing(m.rooms_list_failed()),
  roomFailed: failing(m.rooms_load_failed()),
  activityFailed: failing(m.rooms_activity_failed()),

  roomCreated: (name: string, open: () => void) =>
    toast.success(m.rooms_created(), name, {
      action: { label: m.rooms_created_open(), onPress: open },
    }),
  roomCreateFailed: failing(m.rooms_create_failed()),
  roomDeleted: (name: string, undo: () => void) =>
    toast.success(m.rooms_deleted(), name, undoable(undo)),
  roomsDeleted: (count: number) => m.rooms_deleted_many({ count }),
  roomRestored: () => toast.success(m.rooms_restored()),
  roomRestoreFailed: failing(m.rooms_restore_failed()),
  roomDeleteFailed: (error: unknown) =>
    toastFailure(
      m.rooms_delete_failed(),
      error,
      m.rooms_delete_failed_text({ reason: failureText(error, m.rooms_unknown_error()) }),
    ),
  roomUpdated: () => toast.success(m.rooms_updated()),
  roomUpdateFailed: failing(m.rooms_update_failed()),
  joined: (name: string) => toast.success(m.rooms_joined(), name),
  joinFailed: failing(m.rooms_join_failed()),
  left: (name: string) => toast.success(m.rooms_left(), name),
  leaveFailed: failing(m.rooms_leave_failed()),

  contentAdded: () => toast.success(m.rooms_content_added()),
  contentAddFailed: failing(m.rooms_content_add_failed()),
  contentSaved: () => toast.success(m.rooms_content_updated()),
  contentSaveFailed: failing(m.rooms_content_update_failed()),
  content: {
    deleted: (item: RoomContent, undo?: () => void) =>
      toast.success(m.rooms_content_deleted(), excerpt(nameOf(item)), undoable(undo)),
    deletedMany: (count: number) => m.rooms_content_deleted_many({ count }),
    deleteFailed: failing(m.rooms_content_delete_failed()),
    restored: () => toast.success(m.rooms_content_restored()),
    restoreFailed: failing(m.rooms_content_restore_failed()),
  },
  textKept: (goOn: () => void) =>
    toast.success(m.rooms_text_kept(), m.rooms_text_kept_text(), {
      action: { label: m.rooms_text_kept_continue(), onPress: goOn },
    }),

  filesUploaded: (names: readonly string[]) =>
    toast.success(m.rooms_file_uploaded(), namesOrCount(names)),

  memberInvited: (email: string) => toast.success(m.rooms_member_invited(), email),
  memberAddFailed: failing(m.rooms_member_add_failed()),
  memberRemoved: (email: string, undo: () => void) =>
    toast.success(m.rooms_member_removed(), email, undoable(undo)),
  memberRemoveFailed: failing(m.rooms_member_remove_failed()),
};
