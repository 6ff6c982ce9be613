import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { m } from '../../../paraglide/messages.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useLeaveRoom } from '../room-mutations.api.ts';
import { notify } from '../rooms.messages.ts';

export interface LeaveRoomDialogProps {
  room: Room;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Before the call: its news may come before its reply. */
  onLeaving: (leaving: boolean) => void;
  onLeft: () => void;
}

export function LeaveRoomDialog({
  room,
  open,
  onOpenChange,
  onLeaving,
  onLeft,
}: LeaveRoomDialogProps) {
  const leave = useLeaveRoom(room.id);
  const confirm = async () => {
    onLeaving(true);
    try {
      // Callbacks of `mutate` would go with the dialog: the news of leaving may close it first.
      await leave.mutateAsync();
      onOpenChange(false);
      notify.left(room.name);
      onLeft();
    } catch (error) {
      onLeaving(false);
      notify.leaveFailed(error);
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.rooms_leave()}
      description={room.is_private ? m.rooms_leave_private_text() : m.rooms_leave_public_text()}
      confirm={m.rooms_leave_confirm()}
      pending={leave.isPending}
      onConfirm={() => void confirm()}
    />
  );
}
