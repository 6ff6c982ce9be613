import { can } from '@clipline/contract/room-roles.ts';
import type { RoomMember } from '@clipline/contract/schemas/rooms.ts';
import { UserMinus } from 'lucide-react';
import { randomId } from '../../../lib/random-id.ts';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { GoneDialog, useOverlay } from '../../../ui/overlays.tsx';
import { toast, undoable } from '../../../ui/toast.ts';
import { type Room, useAddMember, useRemoveMember, useRoom, useRoomLive } from '../rooms.api.ts';
import { RoleBadge } from '../room-fields.tsx';

export interface MemberSheetProps {
  roomId: string;
  memberId: string;
}

export function MemberSheet({ roomId, memberId }: MemberSheetProps) {
  const room = useRoom(roomId, false).data;
  const member = room?.members.find(({ id }) => id === memberId);
  return room && member ? <Sheet room={room} member={member} /> : <GoneDialog />;
}

function Sheet({ room: { id: roomId, role }, member }: { room: Room; member: RoomMember }) {
  const { close } = useOverlay();
  const present = useRoomLive(roomId).present.has(member.id);
  const remove = useRemoveMember(roomId);
  const add = useAddMember(roomId);
  const removable = can(role ?? 'reader', 'removeMember') && member.role !== 'owner';
  const { email } = member;

  // Callbacks of `mutate` would go with the dialog.
  const addAgain = () =>
    void add.mutateAsync({ email, key: randomId() }).then(
      () => toast.success(m.rooms_member_invited(), email),
      () => undefined,
    );
  const confirm = () =>
    void remove.mutateAsync(member.id).then(
      () => {
        close();
        return toast.success(m.rooms_member_removed(), email, undoable(addAgain));
      },
      () => undefined,
    );
  return (
    <Dialog
      size="side"
      title={m.rooms_member_details()}
      footer={
        removable && (
          <Button variant="danger" pending={remove.isPending} onClick={confirm}>
            <UserMinus size={16} aria-hidden />
            {m.rooms_member_remove()}
          </Button>
        )
      }
    >
      <div className="flex items-center gap-4">
        <Avatar name={member.name || email} src={member.avatar} size="lg" present={present} />
        <div className="min-w-0">
          <p className="text-md font-semibold wrap-anywhere text-ink">
            <bdi translate="no">{member.name || email}</bdi>
          </p>
          <p translate="no" className="text-sm wrap-anywhere text-muted">
            {email}
          </p>
        </div>
      </div>
      <dl className="mt-6 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3 text-sm">
        <dt className="text-muted">{m.rooms_member_role()}</dt>
        <dd>
          <RoleBadge role={member.role} />
        </dd>
        <dt className="text-muted">{m.rooms_member_now()}</dt>
        <dd className="text-ink">{present ? m.rooms_member_present() : m.rooms_member_absent()}</dd>
      </dl>
    </Dialog>
  );
}
