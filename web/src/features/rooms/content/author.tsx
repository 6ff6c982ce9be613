import { useUser } from '../../../session/session.ts';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/avatar.tsx';
import type { RoomItem } from '../rooms.api.ts';

export interface AuthorProps {
  of: RoomItem;
  /** Where there is no space for both. */
  only?: 'face' | 'name' | undefined;
}

/** Who added it. */
export function Author({ of: { user }, only }: AuthorProps) {
  const isMine = useUser()?.id === user.id;
  const name = user.name || user.email;
  return (
    <>
      {only !== 'name' && <Avatar name={name} size="sm" />}
      {only !== 'face' && (
        <span title={user.email} className="max-w-40 truncate text-body">
          <bdi translate="no">{name}</bdi>
          {isMine && <span> {m.rooms_you()}</span>}
        </span>
      )}
    </>
  );
}
