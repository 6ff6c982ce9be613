import { can } from '@clipline/contract/room-roles.ts';
import type { RoomSummary } from '@clipline/contract/schemas/rooms.ts';
import { Lock, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { AvatarStack } from '../../../ui/avatar-stack.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { slot, withSlots } from '../../../ui/slots.tsx';

export function RoomCard({ room, onDelete }: { room: RoomSummary; onDelete: () => void }) {
  const name = useId();
  const members = room.memberCount ?? 1;
  return (
    <Card
      interactive
      role="article"
      aria-labelledby={name}
      className="group/room relative flex h-full min-w-0 flex-col p-0! has-[[data-grid-item]:focus-visible]:outline-2 has-[[data-grid-item]:focus-visible]:outline-offset-2 has-[[data-grid-item]:focus-visible]:outline-accent"
    >
      <Link
        to={`/rooms/${room.id}`}
        data-grid-item
        className="flex min-w-0 flex-1 flex-col gap-4 rounded-card p-4 outline-none"
      >
        <span className="flex min-h-6 items-start justify-between gap-3">
          <span
            id={name}
            dir="auto"
            translate="no"
            className="line-clamp-2 min-w-0 text-base font-semibold wrap-anywhere text-ink"
          >
            {room.name}
          </span>
          {room.is_private && <Badge icon={Lock}>{m.rooms_private()}</Badge>}
        </span>
        <span className="mt-auto flex min-h-9 items-center gap-3 pe-10">
          <AvatarStack label={m.rooms_members()} people={room.members ?? []} total={members} />
          <span className="flex min-w-0 flex-col text-sm text-muted">
            <span className="tabular text-body">{m.rooms_members_count({ count: members })}</span>
            <span className="text-xs">
              {withSlots(
                m.rooms_last_active({ time: slot(0) }),
                <RelativeTime time={room.updated_at} within />,
              )}
            </span>
          </span>
        </span>
      </Link>
      {can(room.role ?? 'reader', 'deleteRoom') && (
        <IconButton
          icon={Trash2}
          label={m.rooms_delete_this()}
          title={m.rooms_delete_this()}
          aria-describedby={name}
          tone="danger"
          className="absolute end-2.5 bottom-3.5 opacity-0 transition-opacity duration-150 group-hover/room:opacity-100 group-has-focus-visible/room:opacity-100 touch:opacity-100"
          onClick={onDelete}
        />
      )}
    </Card>
  );
}
