import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { useNavigate } from 'react-router';
import { DeleteRoomDialog } from './delete-room-dialog.tsx';
import { LeaveRoomDialog } from './leave-room-dialog.tsx';
import { RoomSettingsDialog } from './room-settings-dialog.tsx';
import { ShareRoomDialog } from './share-room-dialog.tsx';

export type RoomOverlay = 'share' | 'settings' | 'delete' | 'leave';

export interface RoomOverlaysProps {
  room: Room;
  overlay: RoomOverlay | null;
  onOverlayChange: (overlay: RoomOverlay | null) => void;
  onLeaving: (leaving: boolean) => void;
}

/** The dialogs of a room, in a chunk of their own. */
export default function RoomOverlays({
  room,
  overlay,
  onOverlayChange,
  onLeaving,
}: RoomOverlaysProps) {
  const navigate = useNavigate();
  const role = room.role ?? 'reader';
  const propsOf = (name: RoomOverlay) => ({
    open: overlay === name,
    onOpenChange: (open: boolean) => onOverlayChange(open ? name : null),
  });
  const goToRooms = () => void navigate('/rooms', { replace: true });
  return (
    <>
      {can(role, 'seeShareToken') && <ShareRoomDialog room={room} {...propsOf('share')} />}
      {can(role, 'changeSettings') && <RoomSettingsDialog room={room} {...propsOf('settings')} />}
      {can(role, 'leave') && (
        <LeaveRoomDialog
          room={room}
          onLeaving={onLeaving}
          onLeft={goToRooms}
          {...propsOf('leave')}
        />
      )}
      {can(role, 'deleteRoom') && (
        <DeleteRoomDialog
          room={room}
          onDeleting={onLeaving}
          onDeleted={goToRooms}
          {...propsOf('delete')}
        />
      )}
    </>
  );
}
