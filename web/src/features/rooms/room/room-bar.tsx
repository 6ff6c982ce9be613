import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { Globe, Lock, LogOut, Settings, Share2, Trash2 } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { AvatarStack } from '../../../ui/avatar-stack.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { open } from '../overlays.ts';
import { useRoomDeletion, useRoomLeaving } from '../room-endings.tsx';

export interface RoomBarProps {
  room: Room;
  present: ReadonlySet<string>;
  onLeaving: (leaving: boolean) => void;
  /** The room was left, or is deleted. */
  onLeft: () => void;
}

/** What kind of room this is and who is in it now. */
export function RoomFacts({ room, present }: Pick<RoomBarProps, 'room' | 'present'>) {
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

/** What can be done with the room as a whole. */
export function RoomActions({ room, onLeaving, onLeft }: Omit<RoomBarProps, 'present'>) {
  const role = room.role ?? 'reader';
  const remove = useRoomDeletion();
  const leave = useRoomLeaving(room);
  const ending = { onLeaving, onLeft };
  return (
    <div className="flex items-center gap-0.5">
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
