import { toast, undoable } from '../../ui/toast.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { tellDeletion } from '../../live/undo-series.ts';
import { m } from '../../paraglide/messages.js';
import { confirm } from '../../ui/confirm.ts';
import { slot, withSlots } from '../../ui/slots.tsx';
import { useDeleteRoom, useLeaveRoom, useRestoreRoom } from './room-mutations.api.ts';

interface Ending {
  /** Before the call and after a failure: its news may come before its reply. */
  readonly onLeaving?: (leaving: boolean) => void;
  readonly onLeft?: () => void;
  readonly finalFocus?: () => HTMLElement | true;
}

/** Deletes a room, after a question and with the way back. */
export function useRoomDeletion() {
  const remove = useDeleteRoom();
  const restore = useRestoreRoom();
  return async (room: { readonly id: string; readonly name: string }, ending: Ending) => {
    const isGone = await confirm({
      title: m.rooms_delete_room(),
      description: withSlots(
        m.rooms_delete_text({ name: slot(0) }),
        <bdi translate="no" className="font-medium text-ink">
          {room.name}
        </bdi>,
      ),
      confirm: m.rooms_delete(),
      finalFocus: ending.finalFocus,
      async act() {
        ending.onLeaving?.(true);
        try {
          await remove.mutateAsync(room.id);
        } catch (error) {
          ending.onLeaving?.(false);
          throw error;
        }
      },
    });
    if (!isGone) return;
    tellDeletion({
      kind: 'room',
      restore: () => restore.mutateAsync(room.id),
      tell: (undo) => toast.success(m.rooms_deleted(), room.name, undoable(undo)),
      tellMany: (count) => m.rooms_deleted_many({ count }),
      restored: m.rooms_restored(),
      restoreFailed: m.rooms_restore_failed(),
    });
    ending.onLeft?.();
  };
}

/** Leaves a room, after a question. */
export function useRoomLeaving(room: Room) {
  const leave = useLeaveRoom(room.id);
  return async (ending: Ending) => {
    await confirm({
      title: m.rooms_leave(),
      description: room.is_private ? m.rooms_leave_private_text() : m.rooms_leave_public_text(),
      confirm: m.rooms_leave_confirm(),
      async act() {
        ending.onLeaving?.(true);
        try {
          await leave.mutateAsync();
        } catch (error) {
          ending.onLeaving?.(false);
          throw error;
        }
        toast.success(m.rooms_left(), room.name);
        ending.onLeft?.();
      },
    });
  };
}
