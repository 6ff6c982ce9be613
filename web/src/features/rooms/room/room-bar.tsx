import { can } from '@clipline/contract/room-roles.ts';
import {
  Bell,
  Download,
  Ellipsis,
  Globe,
  Lock,
  LogOut,
  Settings,
  Share2,
  Trash2,
} from 'lucide-react';
import { tellDeletion } from '../../../live/undoable-delete.ts';
import { m } from '../../../paraglide/messages.js';
import { useDownloadAll } from '../../../things/download-all.tsx';
import type { Action } from '../../../ui/actions-menu.tsx';
import { openActions } from '../../../ui/actions.ts';
import { AvatarStack } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { confirm } from '../../../ui/confirm.ts';
import { slot, withSlots } from '../../../ui/slots.tsx';
import { toast, undoable } from '../../../ui/toast.ts';
import { readFiles } from '../content/room-content.api.ts';
import { open } from '../overlays.ts';
import { type RoomEnding, useOpenRoom } from '../room-context.ts';
import { type Room, useDeleteRoom, useLeaveRoom, useRestoreRoom } from '../rooms.api.ts';

/** Whose it is and who is there, in one small line. */
export function RoomFacts({ wide }: { wide: boolean }) {
  const { room, present } = useOpenRoom();
  const here = room.members
    .filter(({ id }) => present.has(id))
    .map((member) => ({ ...member, present: true }));
  const Icon = room.is_private ? Lock : Globe;
  return (
    <div
      className={classNames(
        'flex items-center gap-1.5 text-xs whitespace-nowrap text-muted',
        // Beside the name, which gives way.
        wide ? 'shrink-0' : 'min-w-0',
      )}
    >
      <Icon size={12} aria-hidden className="shrink-0" />
      <span className="truncate max-sm:sr-only">
        {room.is_private ? m.rooms_private_room() : m.rooms_public_room()}
      </span>
      <span aria-hidden className="max-sm:hidden">
        ·
      </span>
      <span className="tabular">{m.rooms_members_count({ count: room.memberCount })}</span>
      {here.length > 0 && (
        <span className="ms-1.5 flex items-center gap-2">
          {wide && (
            <AvatarStack label={m.rooms_here_now_label()} people={here} total={here.length} />
          )}
          <span className="tabular flex items-center gap-1.5 font-medium text-accent">
            <span aria-hidden className="size-2 rounded-full bg-accent" />
            {here.length}
            <span className={wide ? undefined : 'sr-only'}>{m.rooms_here_now()}</span>
          </span>
        </span>
      )}
    </div>
  );
}

/** By themselves where there is space, else in one menu. */
export function RoomActions({ wide }: { wide: boolean }) {
  const { room, role, ending } = useOpenRoom();
  const remove = useRoomDeletion();
  const leave = useRoomLeaving(room);
  const files = useDownloadAll({
    count: room.content.filter((item) => item.files.length > 0).length,
    name: room.name,
    read: () => readFiles(room.id),
  });
  const actions: Action[] = [];
  if (files) actions.push({ icon: Download, label: files.label, run: files.run });
  if (can(role, 'seeShareToken'))
    actions.push({ icon: Share2, label: m.rooms_share(), run: () => open('share', { room }) });
  if (can(role, 'changeSettings'))
    actions.push({
      icon: Settings,
      label: m.rooms_settings(),
      run: () => open('settings', { room }),
    });
  if (can(role, 'leave'))
    actions.push({ icon: LogOut, label: m.rooms_leave(), run: () => void leave(ending) });
  const deletion: Action = {
    icon: Trash2,
    label: m.rooms_delete_room(),
    danger: true,
    run: () => void remove(room, ending),
  };
  const mayDelete = can(role, 'deleteRoom');
  const all = mayDelete ? [...actions, deletion] : actions;
  const bell = can(role, 'follow') && (
    <IconButton
      icon={Bell}
      label={m.rooms_notify_title()}
      aria-haspopup="menu"
      onClick={({ currentTarget }) =>
        open('notifications', { roomId: room.id, anchor: currentTarget })
      }
    />
  );
  if (!wide)
    return (
      <>
        {bell}
        {all.length > 0 && (
          <IconButton
            icon={Ellipsis}
            label={m.rooms_actions()}
            aria-haspopup="menu"
            onClick={(event) => openActions(event.currentTarget, all)}
          />
        )}
      </>
    );
  return (
    <div className="flex items-center gap-0.5">
      {bell}
      {actions.map(({ icon, label, run }) => (
        <IconButton key={label} icon={icon} label={label} onClick={run} />
      ))}
      {mayDelete && (
        <Button variant="ghost" className="px-2.5! hover:text-danger!" onClick={deletion.run}>
          <Trash2 size={16} aria-hidden />
          {deletion.label}
        </Button>
      )}
    </div>
  );
}

async function endBy(act: () => Promise<unknown>, { onLeaving }: RoomEnding): Promise<void> {
  onLeaving(true);
  try {
    await act();
  } catch (error) {
    onLeaving(false);
    throw error;
  }
}

export function useRoomDeletion() {
  const remove = useDeleteRoom();
  const restore = useRestoreRoom();
  return async (
    room: Pick<Room, 'id' | 'name'>,
    ending: RoomEnding & { readonly finalFocus?: () => HTMLElement | true },
  ) => {
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
      act: () => endBy(() => remove.mutateAsync(room.id), ending),
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
  return (ending: RoomEnding) =>
    confirm({
      title: m.rooms_leave(),
      description: room.is_private ? m.rooms_leave_private_text() : m.rooms_leave_public_text(),
      confirm: m.rooms_leave_confirm(),
      async act() {
        await endBy(leave.mutateAsync, ending);
        toast.success(m.rooms_left(), room.name);
        ending.onLeft?.();
      },
    });
}
