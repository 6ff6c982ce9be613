import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/rooms.ts';
import { Globe, Lock, LogOut, Settings, Share2, Trash2, type LucideIcon } from 'lucide-react';
import { lazy, useState } from 'react';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Late } from '../../ui/late.tsx';
import type { RoomOverlay } from './room-overlays.tsx';
import { counted } from './rooms.messages.ts';

export interface RoomBarProps {
  room: Room;
  present: ReadonlySet<string>;
  onLeaving: (leaving: boolean) => void;
}

const loadOverlays = () => import('./room-overlays.tsx');
const RoomOverlays = lazy(loadOverlays);

/** What kind of room this is and who is in it now, and what can be done with it. */
export function RoomBar({ room, present, onLeaving }: RoomBarProps) {
  const role = room.role ?? 'reader';
  const [overlay, setOverlay] = useState<RoomOverlay | null>(null);
  const here = room.members.filter(({ id }) => present.has(id)).map((member) => ({ ...member, present: true }));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <Badge icon={room.is_private ? Lock : Globe} tone={room.is_private ? 'warn' : 'neutral'}>
          {room.is_private ? 'Private Room' : 'Public Room'}
        </Badge>
        <span className="tabular text-sm text-muted">{counted.members(room.memberCount)}</span>
        {here.length > 0 && (
          <span className="flex items-center gap-2 text-sm text-muted">
            <AvatarStack label="Here now" people={here} total={here.length} />
            <span aria-hidden>here now</span>
          </span>
        )}
      </div>
      <div className="flex items-center gap-1" onPointerEnter={() => void loadOverlays().catch(() => undefined)}>
        {can(role, 'seeShareToken') && <Action icon={Share2} label="Share room" onClick={() => setOverlay('share')} />}
        {can(role, 'changeSettings') && <Action icon={Settings} label="Room settings" onClick={() => setOverlay('settings')} />}
        {can(role, 'leave') && <Action icon={LogOut} label="Leave room" onClick={() => setOverlay('leave')} />}
        {can(role, 'deleteRoom') && <Action icon={Trash2} label="Delete Room" danger onClick={() => setOverlay('delete')} />}
      </div>
      <Late when={overlay !== null}>
        <RoomOverlays room={room} overlay={overlay} onOverlayChange={setOverlay} onLeaving={onLeaving} />
      </Late>
    </div>
  );
}

/** Icon and word; on a phone the icon alone shows. */
function Action({
  icon: Icon,
  label,
  danger = false,
  onClick,
}: {
  icon: LucideIcon;
  label: string;
  danger?: boolean;
  onClick: () => void;
}) {
  return (
    <Button variant="ghost" size="sm" className={danger ? 'text-danger! touch:min-w-11' : 'touch:min-w-11'} onClick={onClick}>
      <Icon size={16} aria-hidden />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}
