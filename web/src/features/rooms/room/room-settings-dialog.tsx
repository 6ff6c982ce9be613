import { useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { FormDialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { checkRoomName, PrivacyField } from '../room-fields.tsx';
import { type Room, useUpdateRoom } from '../rooms.api.ts';

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
      <Field label={m.rooms_name()} error={errors.name}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            name="name"
            dir="auto"
            autoComplete="off"
            defaultValue={room.name}
          />
        )}
      </Field>
      <PrivacyField isPrivate={isPrivate} onChange={setPrivate} />
    </FormDialog>
  );
}
