import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { Dialog, FormDialog } from '../../../ui/dialog.tsx';
import { Input } from '../../../ui/field.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { LockedByPlan } from '../../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../../billing/plan.ts';
import { checkRoomName, PrivacyField } from '../room-fields.tsx';
import { useCreateRoom } from '../rooms.api.ts';

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
