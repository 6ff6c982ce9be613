import { canonicalAddress } from '@clipline/contract/addresses.ts';
import {
  INVITATION_SECONDS,
  MAX_INVITATION_SECONDS,
  MAX_NAME_LENGTH,
} from '@clipline/contract/limits.ts';
import type { AdminUser, Invitation } from '@clipline/contract/schemas/owner.ts';
import { useState } from 'react';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { SharePanel } from '../../sharing/share-panel.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { SelectField } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { OwnPassword, useOwnPassword } from '../account/own-password.tsx';
import { FormFailure } from '../auth/form-parts.tsx';
import {
  useCreateUser,
  useDeleteUser,
  useInvite,
  useResetUser,
  useUpdateUser,
} from './owner.api.ts';

/** A link that an admin made, to be handed on in whatever way suits. */
interface MadeLink {
  title: string;
  text: string;
  link: string;
}

function LinkDialog({ title, text, link }: MadeLink) {
  return (
    <Dialog title={title} description={text}>
      <SharePanel link={link} label={title} caption={m.owner_link_scan()} large />
    </Dialog>
  );
}

interface PersonProps {
  user: AdminUser;
}

interface LinkProps {
  onMade: (link: MadeLink) => void;
}

function PasswordLinkDialog({ user: { id, name, email }, onMade }: PersonProps & LinkProps) {
  const { close } = useOverlay();
  const reset = useResetUser();
  const { failure, pending, form } = useForm<never>({
    check: () => ({}),
    async send() {
      const { url } = await reset.mutateAsync(id);
      close();
      onMade({
        title: m.owner_password_link_of({ name }),
        text: m.owner_password_link_made({ email }),
        link: url,
      });
    },
  });
  return (
    <FormDialog
      title={m.owner_password_link_of({ name })}
      description={m.owner_password_link_text()}
      size="sm"
      submit={m.owner_make_link()}
      pending={pending}
      {...form}
    >
      {failure !== null && !endedSession(failure) && (
        <FormFailure>{failureText(failure, m.owner_change_failed())}</FormFailure>
      )}
    </FormDialog>
  );
}

/** What takes the admin's own password: to make somebody an admin, and to delete an account. */
function ProveDialog({ user: { id, name }, to }: PersonProps & { to: 'admin' | 'delete' }) {
  const { close } = useOverlay();
  const update = useUpdateUser();
  const remove = useDeleteUser();
  const own = useOwnPassword();
  const deletes = to === 'delete';
  const { errors, pending, form } = useForm<'password'>({
    check: own.check,
    async send(values) {
      const proof = own.proof(values);
      if (deletes) await remove.mutateAsync({ id, ...proof });
      else await update.mutateAsync({ id, isAdmin: true, ...proof });
      close();
      toast.success(deletes ? m.owner_deleted({ name }) : m.owner_is_admin({ name }));
    },
    failing: own.failing,
  });
  return (
    <FormDialog
      title={deletes ? m.owner_delete_title({ name }) : m.owner_make_admin_title({ name })}
      description={deletes ? m.owner_delete_text() : m.owner_make_admin_text()}
      size="sm"
      submit={deletes ? m.owner_delete_confirm() : m.owner_make_admin_confirm()}
      pending={pending}
      danger={deletes}
      {...form}
    >
      <OwnPassword has={own.has} error={errors.password} />
    </FormDialog>
  );
}

const isAddress = (text: string) => canonicalAddress(text) !== undefined;

function AddressField({ error, hint }: { error: string | undefined; hint: string }) {
  return (
    <InputField
      label={m.owner_address()}
      error={error}
      hint={hint}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** A person whose account is there before they are. */
function CreateUserDialog({ onMade }: LinkProps) {
  const { close } = useOverlay();
  const create = useCreateUser();
  const { errors, pending, form } = useForm<'name' | 'email'>({
    check: ({ name, email }) => ({
      ...(name.trim() === '' && { name: m.owner_no_name() }),
      ...(!isAddress(email.trim()) && { email: m.owner_no_address() }),
    }),
    async send({ name, email }) {
      const { url } = await create.mutateAsync({ name: name.trim(), email: email.trim() });
      close();
      onMade({
        title: m.owner_created({ name: name.trim() }),
        text: m.owner_created_text({ email: email.trim() }),
        link: url,
      });
    },
    failing: (error) =>
      endedSession(error) ? {} : { email: failureText(error, m.owner_change_failed()) },
  });
  return (
    <FormDialog
      title={m.owner_create()}
      description={m.owner_create_text()}
      size="sm"
      submit={m.owner_create()}
      pending={pending}
      {...form}
    >
      <InputField
        label={m.owner_name()}
        error={errors.name}
        name="name"
        dir="auto"
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
      />
      <AddressField error={errors.email} hint={m.owner_create_hint()} />
    </FormDialog>
  );
}

const DAY = 24 * 3600;
const WEEK = String(INVITATION_SECONDS);
const LIVES = [
  { value: WEEK, label: m.programs_lives_days({ count: 7 }) },
  { value: String(30 * DAY), label: m.programs_lives_days({ count: 30 }) },
  { value: String(MAX_INVITATION_SECONDS), label: m.programs_lives_days({ count: 365 }) },
];
const NOTE_LENGTH = 100;

function InviteDialog({ onMade }: { onMade: (invitation: Invitation) => void }) {
  const { close } = useOverlay();
  const invite = useInvite();
  const [life, setLife] = useState(WEEK);
  const { errors, pending, form } = useForm<'email' | 'note'>({
    check: ({ email }) =>
      email.trim() === '' || isAddress(email.trim()) ? {} : { email: m.owner_no_address() },
    async send({ email, note }) {
      onMade(
        await invite.mutateAsync({
          email: email.trim() || null,
          note: note.trim() || null,
          expiresIn: Number(life),
        }),
      );
      close();
    },
    failing: (error) =>
      endedSession(error) ? {} : { email: failureText(error, m.owner_change_failed()) },
  });
  return (
    <FormDialog
      title={m.owner_invite()}
      description={m.owner_invite_text()}
      size="sm"
      submit={m.owner_invite_make()}
      pending={pending}
      {...form}
    >
      <AddressField error={errors.email} hint={m.owner_invite_hint()} />
      <InputField
        label={m.owner_note()}
        hint={m.owner_note_hint()}
        name="note"
        dir="auto"
        autoComplete="off"
        maxLength={NOTE_LENGTH}
      />
      <SelectField
        className=""
        label={m.owner_good_for()}
        value={life}
        options={LIVES}
        onValueChange={setLife}
      />
    </FormDialog>
  );
}

export { PersonSheet as person } from './person-menu.tsx';
export { PhoneDialog as phone } from './phone-dialog.tsx';
export {
  CreateUserDialog as create,
  InviteDialog as invite,
  LinkDialog as link,
  PasswordLinkDialog as reset,
  ProveDialog as prove,
};
