import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { Globe, Lock, LogOut, Settings, Share2, Trash2, type LucideIcon } from 'lucide-react';
import { lazy, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { AvatarStack } from '../../ui/avatar-stack.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Late } from '../../ui/late.tsx';
import type { RoomOverlay } from './room-overlays.tsx';

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
      <div
        className="flex items-center gap-1"
        onPointerEnter={() => void loadOverlays().catch(() => undefined)}
      >
        {can(role, 'seeShareToken') && (
          <Action icon={Share2} label={m.rooms_share()} onClick={() => setOverlay('share')} />
        )}
        {can(role, 'changeSettings') && (
          <Action
            icon={Settings}
            label={m.rooms_settings()}
            onClick={() => setOverlay('settings')}
          />
        )}
        {can(role, 'leave') && (
          <Action icon={LogOut} label={m.rooms_leave()} onClick={() => setOverlay('leave')} />
        )}
        {can(role, 'deleteRoom') && (
          <Action
            icon={Trash2}
            label={m.rooms_delete_room()}
            danger
            onClick={() => setOverlay('delete')}
          />
        )}
      </div>
      <Late when={overlay !== null}>
        <RoomOverlays
          room={room}
          overlay={overlay}
          onOverlayChange={setOverlay}
          onLeaving={onLeaving}
        />
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
    <Button
      variant="ghost"
      size="sm"
      className={danger ? 'text-danger! touch:min-w-11' : 'touch:min-w-11'}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}
