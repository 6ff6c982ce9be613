import { tellDeletion } from '../../live/undo-series.ts';
import { m } from '../../paraglide/messages.js';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/confirm-dialog.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { useDeleteRoom, useRestoreRoom } from './room-mutations.api.ts';
import { notify } from './rooms.messages.ts';

export interface DeleteRoomDialogProps {
  room: { readonly id: string; readonly name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Before the call: its news may come before its reply. */
  onDeleting?: (deleting: boolean) => void;
  onDeleted?: () => void;
  finalFocus?: ConfirmDialogProps['finalFocus'];
}

export function DeleteRoomDialog({
  room,
  open,
  onOpenChange,
  onDeleting,
  onDeleted,
  finalFocus,
}: DeleteRoomDialogProps) {
  const remove = useDeleteRoom();
  const restore = useRestoreRoom();
  const confirm = async () => {
    onDeleting?.(true);
    try {
      // Callbacks of `mutate` would go with the dialog, and that with the last room of a list.
      await remove.mutateAsync(room.id);
    } catch (error) {
      onDeleting?.(false);
      notify.roomDeleteFailed(error);
      return;
    }
    onOpenChange(false);
    tellDeletion({
      kind: 'room',
      restore: () => restore.mutateAsync(room.id),
      tell: (undo) => notify.roomDeleted(room.name, undo),
      tellMany: notify.roomsDeleted,
      restored: notify.roomRestored,
      restoreFailed: notify.roomRestoreFailed,
    });
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.rooms_delete_room()}
      description={withSlots(
        m.rooms_delete_text({ name: slot(0) }),
        <bdi translate="no" className="font-medium text-ink">
          {room.name}
        </bdi>,
      )}
      confirm={m.rooms_delete()}
      pending={remove.isPending}
      onConfirm={() => void confirm()}
      finalFocus={finalFocus}
    />
  );
}
