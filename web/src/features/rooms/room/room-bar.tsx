import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { Globe, Lock, LogOut, Settings, Share2, Trash2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { AvatarStack } from '../../../ui/avatar-stack.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy.tsx';

export interface RoomBarProps {
  room: Room;
  present: ReadonlySet<string>;
  onLeaving: (leaving: boolean) => void;
}

const ShareRoomDialog = lazyDialog(() => import('./share-room-dialog.tsx'), 'ShareRoomDialog');
const RoomSettingsDialog = lazyDialog(
  () => import('./room-settings-dialog.tsx'),
  'RoomSettingsDialog',
);
const LeaveRoomDialog = lazyDialog(() => import('./leave-room-dialog.tsx'), 'LeaveRoomDialog');
const DeleteRoomDialog = lazyDialog(() => import('../delete-room-dialog.tsx'), 'DeleteRoomDialog');

type Overlay = 'share' | 'settings' | 'leave' | 'delete';

/** What kind of room this is and who is in it now, and what can be done with it. */
export function RoomBar({ room, present, onLeaving }: RoomBarProps) {
  const role = room.role ?? 'reader';
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const navigate = useNavigate();
  const goToRooms = () => void navigate('/rooms', { replace: true });
  const dialog = (name: Overlay) => ({
    open: overlay === name,
    onOpenChange: (open: boolean) => setOverlay(open ? name : null),
  });
  const here = room.members
    .filter(({ id }) => present.has(id))
    .map((member) => ({ ...member, present: true }));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <Badge icon={room.is_private ? Lock : Globe} tone={room.is_private ? 'warn' : 'neutral'}>
          {room.is_private ? m.rooms_private_room() : m.rooms_public_room()}
        </Badge>
        <span className="tabular text-sm text-muted">
          {m.rooms_members_count({ count: room.memberCount })}
        </span>
        {here.length > 0 && (
          <span className="flex items-center gap-2 text-sm text-muted">
            <AvatarStack label={m.rooms_here_now_label()} people={here} total={here.length} />
            <span aria-hidden>{m.rooms_here_now()}</span>
          </span>
        )}
      </div>
      <div className="flex items-center gap-1">
        {can(role, 'seeShareToken') && (
          <Action
            icon={Share2}
            label={m.rooms_share()}
            onNear={ShareRoomDialog.preload}
            onClick={() => setOverlay('share')}
          />
        )}
        {can(role, 'changeSettings') && (
          <Action
            icon={Settings}
            label={m.rooms_settings()}
            onNear={RoomSettingsDialog.preload}
            onClick={() => setOverlay('settings')}
          />
        )}
        {can(role, 'leave') && (
          <Action
            icon={LogOut}
            label={m.rooms_leave()}
            onNear={LeaveRoomDialog.preload}
            onClick={() => setOverlay('leave')}
          />
        )}
        {can(role, 'deleteRoom') && (
          <Action
            icon={Trash2}
            label={m.rooms_delete_room()}
            danger
            onNear={DeleteRoomDialog.preload}
            onClick={() => setOverlay('delete')}
          />
        )}
      </div>
      {can(role, 'seeShareToken') && <ShareRoomDialog room={room} {...dialog('share')} />}
      {can(role, 'changeSettings') && <RoomSettingsDialog room={room} {...dialog('settings')} />}
      {can(role, 'leave') && (
        <LeaveRoomDialog
          room={room}
          onLeaving={onLeaving}
          onLeft={goToRooms}
          {...dialog('leave')}
        />
      )}
      {can(role, 'deleteRoom') && (
        <DeleteRoomDialog
          room={room}
          onDeleting={onLeaving}
          onDeleted={goToRooms}
          {...dialog('delete')}
        />
      )}
    </div>
  );
}

/** Icon and word; on a phone the icon alone shows. */
function Action({
  icon: Icon,
  label,
  danger = false,
  onNear,
  onClick,
}: {
  icon: LucideIcon;
  label: string;
  danger?: boolean;
  /** A pointer is near. */
  onNear: () => void;
  onClick: () => void;
}) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className={danger ? 'text-danger! touch:min-w-11' : 'touch:min-w-11'}
      onPointerEnter={onNear}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}
