import type { Room } from '@clipline/contract/rooms.ts';
import { endedSession } from '../../lib/api-error.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLeaveRoom } from './room-mutations.api.ts';
import { say } from './rooms.messages.ts';

export interface LeaveRoomDialogProps {
  room: Room;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Before the call: its news may come before its answer. */
  onLeaving: (leaving: boolean) => void;
  onLeft: () => void;
}

export function LeaveRoomDialog({ room, open, onOpenChange, onLeaving, onLeft }: LeaveRoomDialogProps) {
  const leave = useLeaveRoom(room.id);
  const confirm = () => {
    onLeaving(true);
    leave.mutate(undefined, {
      onSuccess: () => {
        onOpenChange(false);
        say.left(room.name);
        onLeft();
      },
      onError: (error) => {
        onLeaving(false);
        if (!endedSession(error)) say.leaveFailed(error);
      },
    });
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Leave room"
      description={
        room.is_private
          ? 'You will no longer see this room. What you added stays. To come back, a member has to add you.'
          : 'What you added stays. You can come back by the link that members share.'
      }
      confirm="Leave"
      pending={leave.isPending}
      onConfirm={confirm}
    />
  );
}
