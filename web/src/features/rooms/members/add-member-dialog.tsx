import { toast } from '../../../ui/toast.ts';
import { useRef, useState } from 'react';
import { randomId } from '../../../lib/random-id.ts';
import { m } from '../../../paraglide/messages.js';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import { useAddMember } from '../room-mutations.api.ts';

export function AddMemberDialog({ roomId }: { roomId: string }) {
  const { close } = useOverlay();
  const add = useAddMember(roomId);
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [key, setKey] = useState(randomId);

  const submit = () => {
    const address = email.trim();
    if (address === '' || add.isPending) return field.current?.focus();
    add.mutate(
      { email: address, key },
      {
        onSuccess: () => {
          close();
          toast.success(m.rooms_member_invited(), address);
        },
      },
    );
  };

  return (
    <FormDialog
      title={m.rooms_member_add_title()}
      description={m.rooms_member_add_text()}
      initialFocus={field}
      submit={add.isPending ? m.rooms_member_adding() : m.rooms_member_add()}
      pending={add.isPending}
      onSubmit={submit}
    >
      <Field label={m.rooms_member_email()}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            type="email"
            autoComplete="off"
            placeholder={m.rooms_member_email_placeholder()}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setKey(randomId());
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
