import type { RoomMember } from '@clipline/contract/schemas/rooms.ts';
import { useUser } from '../../../lib/session.ts';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/avatar.tsx';
import { RoleBadge } from './role-badge.tsx';

export function MemberRow({
  member,
  present,
  onOpen,
}: {
  member: RoomMember;
  present: boolean;
  onOpen: () => void;
}) {
  const me = useUser()?.id === member.id;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-3 rounded-control px-2.5 py-2 text-start -outline-offset-2 transition-colors duration-150 hover:bg-hover"
    >
      <Avatar name={member.name || member.email} src={member.avatar} present={present} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-sm font-medium text-ink">
          <bdi translate="no">{member.name || member.email}</bdi>
          {me && <span className="text-muted"> {m.rooms_you()}</span>}
        </span>
        <span translate="no" className="truncate text-sm text-muted">
          {member.email}
        </span>
      </span>
      <RoleBadge role={member.role} />
    </button>
  );
}
