import type { RoomMember } from '@clipline/contract/schemas/rooms.ts';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/badge.tsx';

export const RoleBadge = ({ role }: Pick<RoomMember, 'role'>) => (
  <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>
    {role === 'owner' ? m.rooms_owner() : m.rooms_member()}
  </Badge>
);
