import { toast } from '../../../ui/toast.ts';
import { MAX_ROOM_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePlanRefusal } from '../../billing/plan.ts';
import { randomId } from '../../../lib/random-id.ts';
import { m } from '../../../paraglide/messages.js';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input } from '../../../ui/input.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import { LockedByPlan } from '../../billing/locked-by-plan.tsx';
import { PrivacyField } from '../privacy-field.tsx';
import { useCreateRoom } from '../room-mutations.api.ts';

export function CreateRoomDialog() {
  const { close } = useOverlay();
  const navigate = useNavigate();
  const create = useCreateRoom();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [isPrivate, setPrivate] = useState(false);
  // One key for one attempt: pressed again after a reply that got lost, it makes no second room.
  const [key, setKey] = useState(randomId);
  const locked = usePlanRefusal('ownRooms');
  const error = useId();
  const isTooLong = name.trim().length > MAX_ROOM_NAME_LENGTH;

  const submit = () => {
    const chosen = name.trim();
    if (chosen === '' || isTooLong || create.isPending) return field.current?.focus();
    create.mutate(
      { name: chosen, isPrivate, key },
      {
        onSuccess: (room) => {
          close();
          const onPress = () => void navigate(`/rooms/${room.id}`);
          toast.success(m.rooms_created(), room.name, {
            action: { label: m.rooms_created_open(), onPress },
          });
        },
      },
    );
  };

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
      submit={create.isPending ? m.rooms_creating() : m.rooms_create_confirm()}
      pending={create.isPending}
      onSubmit={submit}
    >
      <Input
        ref={field}
        dir="auto"
        aria-label={m.rooms_name()}
        placeholder={m.rooms_name_placeholder()}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? error : undefined}
        autoComplete="off"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setKey(randomId());
        }}
      />
      {isTooLong && (
        <p id={error} role="alert" className="text-sm text-danger">
          {m.ui_too_long({ max: MAX_ROOM_NAME_LENGTH })}
        </p>
      )}
      <PrivacyField
        isPrivate={isPrivate}
        onChange={(next) => {
          setPrivate(next);
          setKey(randomId());
        }}
      />
    </FormDialog>
  );
}
