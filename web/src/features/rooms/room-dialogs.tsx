import { can } from '@clipline/contract/room-roles.ts';
import type { RoomMember } from '@clipline/contract/schemas/rooms.ts';
import { Lock, UserMinus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { randomId } from '../../lib/random-id.ts';
import { sendsMail } from '../../lib/browser.ts';
import { m } from '../../paraglide/messages.js';
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { Input, InputField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { GoneDialog, useOverlay } from '../../ui/overlays.tsx';
import { toast, undoable } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { LockedByPlan } from '../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../billing/plan.ts';
import { checkRoomName, PrivacyField, RoleBadge } from './room-fields.tsx';
import {
  type Room,
  useAddMember,
  useCreateRoom,
  useRemoveMember,
  useRenewShareToken,
  useRoom,
  useRoomLive,
  useUpdateRoom,
} from './rooms.api.ts';

export function CreateRoomDialog() {
  const { close } = useOverlay();
  const error = useId();
  const navigate = useNavigate();
  const create = useCreateRoom();
  const field = useRef<HTMLInputElement>(null);
  const [isPrivate, setPrivate] = useState(false);
  const locked = usePlanRefusal('ownRooms');
  const { errors, pending, form } = useForm<'name'>({
    check: checkRoomName,
    async send({ name }, key) {
      const room = await create.mutateAsync({ name: name.trim(), isPrivate, key });
      close();
      const onPress = () => void navigate(`/rooms/${room.id}`);
      toast.success(m.rooms_created(), room.name, {
        action: { label: m.rooms_created_open(), onPress },
      });
    },
  });
  if (locked !== null)
    return (
      <Dialog title={m.rooms_create_title()}>
        <LockedByPlan text={locked} />
      </Dialog>
    );
  return (
    <FormDialog
      title={m.rooms_create_title()}
      description={m.rooms_create_text()}
      initialFocus={field}
      submit={pending ? m.rooms_creating() : m.rooms_create_confirm()}
      pending={pending}
      {...form}
    >
      <Input
        ref={field}
        name="name"
        dir="auto"
        aria-label={m.rooms_name()}
        placeholder={m.rooms_name_placeholder()}
        aria-invalid={errors.name ? true : undefined}
        aria-describedby={errors.name ? error : undefined}
        autoComplete="off"
      />
      {errors.name && (
        <p id={error} role="alert" className="text-sm text-danger">
          {errors.name}
        </p>
      )}
      <PrivacyField isPrivate={isPrivate} onChange={setPrivate} />
    </FormDialog>
  );
}

/** It begins with what is; no change of others replaces what is typed. */
export function RoomSettingsDialog({ room }: { room: Room }) {
  const { close } = useOverlay();
  const update = useUpdateRoom(room.id);
  const field = useRef<HTMLInputElement>(null);
  const [isPrivate, setPrivate] = useState(room.is_private);
  const { errors, pending, form } = useForm<'name'>({
    check: checkRoomName,
    async send({ name }) {
      await update.mutateAsync({ name: name.trim(), isPrivate });
      close();
      toast.success(m.rooms_updated());
    },
  });
  return (
    <FormDialog
      title={m.rooms_settings()}
      initialFocus={field}
      submit={pending ? m.rooms_saving() : m.rooms_save_changes()}
      pending={pending}
      {...form}
    >
      <InputField
        ref={field}
        label={m.rooms_name()}
        error={errors.name}
        name="name"
        dir="auto"
        autoComplete="off"
        defaultValue={room.name}
      />
      <PrivacyField isPrivate={isPrivate} onChange={setPrivate} />
    </FormDialog>
  );
}

export function AddMemberDialog({ roomId }: { roomId: string }) {
  const { close } = useOverlay();
  const add = useAddMember(roomId);
  const field = useRef<HTMLInputElement>(null);
  const { pending, form } = useForm<'email'>({
    check: ({ email }) => (email.trim() === '' ? { email: '' } : {}),
    async send({ email }, key) {
      const address = email.trim();
      await add.mutateAsync({ email: address, key });
      close();
      toast.success(m.rooms_member_invited(), address);
    },
  });

  return (
    <FormDialog
      title={m.rooms_member_add_title()}
      description={`${m.rooms_member_add_text()} ${sendsMail() ? m.rooms_member_add_mail() : m.rooms_member_add_no_mail()}`}
      initialFocus={field}
      submit={pending ? m.rooms_member_adding() : m.rooms_member_add()}
      pending={pending}
      {...form}
    >
      <InputField
        ref={field}
        label={m.rooms_member_email()}
        type="email"
        autoComplete="off"
        placeholder={m.rooms_member_email_placeholder()}
        name="email"
      />
    </FormDialog>
  );
}

export function ShareRoomDialog({ room: opened }: { room: Room }) {
  const room = useRoom(opened.id, false).data ?? opened;
  const renew = useRenewShareToken(room.id);
  return (
    <ShareDialog
      title={m.rooms_share()}
      text={m.rooms_share_text()}
      link={`${location.origin}/rooms/${room.id}?join=${encodeURIComponent(room.shareToken ?? '')}`}
      label={m.rooms_share_link()}
      caption={m.rooms_share_scan()}
      large
      notice={
        room.is_private && (
          <Notice icon={Lock} tone="warn">
            {m.rooms_share_private()}
          </Notice>
        )
      }
      {...(can(room.role ?? 'reader', 'renewShareToken') && { onRenew: () => renew.mutateAsync() })}
    />
  );
}

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
