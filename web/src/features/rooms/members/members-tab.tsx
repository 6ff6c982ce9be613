import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { m } from '../../../paraglide/messages.js';
import { Card } from '../../../ui/card.tsx';
import { open } from '../overlays.ts';
import { MemberRow } from './member-row.tsx';

export function MembersTab({ room, present }: { room: Room; present: ReadonlySet<string> }) {
  return (
    <Card className="overflow-hidden p-0!">
      <ul aria-label={m.rooms_members()} className="flex max-h-100 flex-col overflow-y-auto p-1.5">
        {room.members.map((each) => (
          <li key={each.id}>
            <MemberRow
              member={each}
              present={present.has(each.id)}
              onOpen={() => open('member', { roomId: room.id, member: each })}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
