import type { RoomMember } from '@clipline/contract/rooms.ts';
import { Badge } from '../../ui/badge.tsx';

export const RoleBadge = ({ role }: Pick<RoomMember, 'role'>) => (
  <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{role === 'owner' ? 'Owner' : 'Member'}</Badge>
);
