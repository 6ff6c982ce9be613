import { endedSession } from '../../lib/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useDeleteRoom } from './room-mutations.api.ts';
import { say } from './rooms.messages.ts';

export interface DeleteRoomDialogProps {
  room: { readonly id: string; readonly name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Before the call: its news may come before its answer. */
  onDeleting?: (deleting: boolean) => void;
  onDeleted?: () => void;
}

export function DeleteRoomDialog({ room, open, onOpenChange, onDeleting, onDeleted }: DeleteRoomDialogProps) {
  const remove = useDeleteRoom();
  const confirm = () => {
    onDeleting?.(true);
    remove.mutate(room.id, {
      onSuccess: () => {
        onOpenChange(false);
        say.roomDeleted(room.name);
        onDeleted?.();
      },
      onError: (error) => {
        onDeleting?.(false);
        if (!endedSession(error)) say.roomDeleteFailed(error);
      },
    });
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Room"
      description={
        <>
          <bdi className="font-medium text-ink">{room.name}</bdi> and everything in it will be gone for all members. This cannot be undone.
        </>
      }
      confirm="Delete"
      pending={remove.isPending}
      onConfirm={confirm}
    />
  );
}
