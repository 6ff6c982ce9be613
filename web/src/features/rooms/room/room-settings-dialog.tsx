import { toast } from '../../../ui/toast.ts';
import { MAX_ROOM_NAME_LENGTH } from '@clipline/contract/limits.ts';
import type { Room } from '@clipline/contract/schemas/rooms.ts';
import { useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import { PrivacyField } from '../privacy-field.tsx';
import { useUpdateRoom } from '../room-mutations.api.ts';

/** It begins with what is; no change of others replaces what is typed. */
export function RoomSettingsDialog({ room }: { room: Room }) {
  const { close } = useOverlay();
  const update = useUpdateRoom(room.id);
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(room.name);
  const [isPrivate, setPrivate] = useState(room.is_private);
  const isTooLong = name.trim().length > MAX_ROOM_NAME_LENGTH;
  const submit = () => {
    const chosen = name.trim();
    if (chosen === '' || isTooLong || update.isPending) return field.current?.focus();
    update.mutate(
      { name: chosen, isPrivate },
      {
        onSuccess: () => {
          close();
          toast.success(m.rooms_updated());
        },
      },
    );
  };

  return (
    <FormDialog
      title={m.rooms_settings()}
      initialFocus={field}
      submit={update.isPending ? m.rooms_saving() : m.rooms_save_changes()}
      pending={update.isPending}
      onSubmit={submit}
    >
      <Field
        label={m.rooms_name()}
        error={isTooLong ? m.ui_too_long({ max: MAX_ROOM_NAME_LENGTH }) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            dir="auto"
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <PrivacyField isPrivate={isPrivate} onChange={setPrivate} />
    </FormDialog>
  );
}
