import { can } from '@clipline/contract/room-roles.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { UserPlus } from 'lucide-react';
import { lazy, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { Late } from '../../ui/late.tsx';

const AddMemberDialog = lazy(async () => ({
  default: (await import('./add-member-dialog.tsx')).AddMemberDialog,
}));

export function AddMemberButton({ room }: { room: Room }) {
  const [adding, setAdding] = useState(false);
  if (!can(room.role ?? 'reader', 'addMember')) return null;
  return (
    <>
      <Button variant="primary" onPointerEnter={preloadDialog} onClick={() => setAdding(true)}>
        <UserPlus size={16} aria-hidden />
        {m.rooms_member_add()}
      </Button>
      <Late when={adding}>
        <AddMemberDialog roomId={room.id} open={adding} onOpenChange={setAdding} />
      </Late>
    </>
  );
}
