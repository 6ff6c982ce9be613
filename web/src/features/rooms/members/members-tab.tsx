import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Card } from '../../../ui/card.tsx';
import { lazyDialog } from '../../../ui/lazy.tsx';
import { MemberRow } from './member-row.tsx';

const MemberSheet = lazyDialog(() => import('./member-sheet.tsx'), 'MemberSheet');

export function MembersTab({ room, present }: { room: Room; present: ReadonlySet<string> }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const member = room.members.find(({ id }) => id === chosen);
  return (
    <>
      <Card className="overflow-hidden p-0!">
        <ul
          aria-label={m.rooms_members()}
          className="flex max-h-100 flex-col overflow-y-auto p-1.5"
        >
          {room.members.map((each) => (
            <li key={each.id}>
              <MemberRow
                member={each}
                present={present.has(each.id)}
                onOpen={() => {
                  setChosen(each.id);
                  setOpen(true);
                }}
              />
            </li>
          ))}
        </ul>
      </Card>
      {member && (
        <MemberSheet
          room={room}
          member={member}
          present={present.has(member.id)}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}
