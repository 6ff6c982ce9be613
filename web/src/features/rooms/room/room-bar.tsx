import { can } from '@clipline/contract/room-roles.ts';
import { Bell, Globe, Lock, LogOut, Settings, Share2, Trash2 } from 'lucide-react';
import { tellDeletion } from '../../../live/undoable-delete.ts';
import { m } from '../../../paraglide/messages.js';
import { DownloadAll } from '../../../things/download-all.tsx';
import { AvatarStack } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { slot, withSlots } from '../../../ui/slots.tsx';
import { toast, undoable } from '../../../ui/toast.ts';
import { readFiles } from '../content/room-content.api.ts';
import { open } from '../overlays.ts';
import { useOpenRoom } from '../room-context.ts';
import { type Room, useDeleteRoom, useLeaveRoom, useRestoreRoom } from '../rooms.api.ts';

export function RoomFacts() {
  const { room, present } = useOpenRoom();
  const here = room.members
    .filter(({ id }) => present.has(id))
    .map((member) => ({ ...member, present: true }));
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-x-2 sm:gap-x-3 whitespace-nowrap">
      <Badge icon={room.is_private ? Lock : Globe}>
        {room.is_private ? m.rooms_private_room() : m.rooms_public_room()}
      </Badge>
      <span className="tabular text-sm text-muted">
        {m.rooms_members_count({ count: room.memberCount })}
      </span>
      {here.length > 0 && (
        <span className="flex items-center gap-2 text-sm text-muted max-sm:hidden">
          <AvatarStack label={m.rooms_here_now_label()} people={here} total={here.length} />
          <span aria-hidden>{m.rooms_here_now()}</span>
        </span>
      )}
    </div>
  );
}

export function RoomActions() {
  const { room, role, onLeaving, onLeft } = useOpenRoom();
  const remove = useRoomDeletion();
  const leave = useRoomLeaving(room);
  const ending = { onLeaving, onLeft };
  return (
    <div className="flex items-center gap-0.5">
      <DownloadAll
        iconOnly
        variant="ghost"
        className="px-2.5! touch:min-w-11"
        count={room.content.filter(({ files }) => files.length > 0).length}
        name={room.name}
        read={() => readFiles(room.id)}
      />
      {can(role, 'follow') && (
        <IconButton
          icon={Bell}
          label={m.rooms_notify_title()}
          aria-haspopup="menu"
          onClick={({ currentTarget }) =>
            open('notifications', { roomId: room.id, anchor: currentTarget })
          }
        />
      )}
      {can(role, 'seeShareToken') && (
        <IconButton icon={Share2} label={m.rooms_share()} onClick={() => open('share', { room })} />
      )}
      {can(role, 'changeSettings') && (
        <IconButton
          icon={Settings}
          label={m.rooms_settings()}
          onClick={() => open('settings', { room })}
        />
      )}
      {can(role, 'leave') && (
        <IconButton icon={LogOut} label={m.rooms_leave()} onClick={() => void leave(ending)} />
      )}
      {can(role, 'deleteRoom') && (
        <Button
          variant="ghost"
          className="px-2.5! hover:text-danger! touch:min-w-11"
          onClick={() => void remove(room, ending)}
        >
          <Trash2 size={18} aria-hidden />
          <span className="max-xl:sr-only">{m.rooms_delete_room()}</span>
        </Button>
      )}
    </div>
  );
}

interface Ending {
  /** Before the call and after a failure: its news may come before its reply. */
  readonly onLeaving?: (leaving: boolean) => void;
  readonly onLeft?: () => void;
  readonly finalFocus?: () => HTMLElement | true;
}

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

function useRoomLeaving(room: Room) {
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
