import { useRef } from 'react';
import { m } from '../../../paraglide/messages.js';
import { FormDialog } from '../../../ui/dialog.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { useOverlay } from '../../../ui/overlays.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useAddMember } from '../rooms.api.ts';

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
      description={m.rooms_member_add_text()}
      initialFocus={field}
      submit={pending ? m.rooms_member_adding() : m.rooms_member_add()}
      pending={pending}
      {...form}
    >
      <Field label={m.rooms_member_email()}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            type="email"
            autoComplete="off"
            placeholder={m.rooms_member_email_placeholder()}
            name="email"
          />
        )}
      </Field>
    </FormDialog>
  );
}
