import { canonicalAddress } from '@clipline/contract/addresses.ts';
import {
  INVITATION_SECONDS,
  MAX_INVITATION_SECONDS,
  MAX_NAME_LENGTH,
} from '@clipline/contract/limits.ts';
import type { BodyInput } from '@clipline/contract/schemas/endpoint.ts';
import type { Calls } from '@clipline/contract/schemas/endpoints.ts';
import type { AdminUser, Invitation } from '@clipline/contract/schemas/owner.ts';
import { useState } from 'react';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { sendsMail } from '../../lib/browser.ts';
import { copyComing } from '../../lib/copy.ts';
import { m } from '../../paraglide/messages.js';
import { reachable } from '../../sharing/reachable.ts';
import { SharePanel } from '../../sharing/share-panel.tsx';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { SelectField } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { mailedTo } from './mailed.ts';
import {
  useCreateUser,
  useDeleteUser,
  useInvite,
  useResetSecondStep,
  useResetUser,
  useSetSecondStep,
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

const formFailure = (error: unknown): string | undefined =>
  error === null || endedSession(error) ? undefined : failureText(error, m.owner_change_failed());

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
      const { url } = await reset.mutateAsync({ id });
      close();
      onMade({
        title: m.owner_password_link_of({ name }),
        text: `${m.owner_password_link_made()} ${mailedTo(email)}`,
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
      failure={formFailure(failure)}
      {...form}
    />
  );
}

interface Act {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly done?: string;
  readonly change: BodyInput<Calls['PATCH /admin/users/{id}']> | 'delete' | 'reset-second-step';
}

const actOf = (to: ProveProps['to'], name: string): Act =>
  (
    {
      admin: {
        title: m.owner_make_admin_title({ name }),
        text: m.owner_make_admin_text(),
        submit: m.owner_make_admin_confirm(),
        done: m.owner_is_admin({ name }),
        change: { isAdmin: true },
      },
      unadmin: {
        title: m.owner_unadmin_title({ name }),
        text: m.owner_unadmin_text(),
        submit: m.owner_unadmin_confirm(),
        change: { isAdmin: false },
      },
      disable: {
        title: m.owner_disable_title({ name }),
        text: m.owner_disable_text(),
        submit: m.owner_disable(),
        done: m.owner_was_disabled({ name }),
        change: { disabled: true },
      },
      resetSecondStep: {
        title: m.owner_reset_step_title({ name }),
        text: m.owner_reset_step_text(),
        submit: m.owner_reset_step_confirm(),
        done: m.owner_step_reset({ name }),
        change: 'reset-second-step',
      },
      delete: {
        title: m.owner_delete_title({ name }),
        text: sendsMail()
          ? `${m.owner_delete_text()} ${m.owner_delete_mail()}`
          : m.owner_delete_text(),
        submit: m.owner_delete_confirm(),
        done: m.owner_deleted({ name }),
        change: 'delete',
      },
    } as const
  )[to];

interface ProveProps extends PersonProps {
  to: 'admin' | 'unadmin' | 'disable' | 'resetSecondStep' | 'delete';
}

/** What the admin confirms: an office given or ended, and the end of an account. */
function ProveDialog({ user: { id, name }, to }: ProveProps) {
  const { close } = useOverlay();
  const update = useUpdateUser();
  const remove = useDeleteUser();
  const resetSecondStep = useResetSecondStep();
  const { title, text, submit, done, change } = actOf(to, name);
  const { failure, pending, form } = useForm<never>({
    check: () => ({}),
    async send() {
      if (change === 'delete') await remove.mutateAsync({ id });
      else if (change === 'reset-second-step') await resetSecondStep.mutateAsync(id);
      else await update.mutateAsync({ id, ...change });
      close();
      if (done !== undefined) toast.success(done);
    },
  });
  return (
    <FormDialog
      title={title}
      description={text}
      size="sm"
      submit={submit}
      pending={pending}
      danger={to !== 'admin'}
      failure={formFailure(failure)}
      {...form}
    />
  );
}

const GRACE_DAYS = [0, 7, 14, 30].map((days) => ({
  value: String(days),
  label: days === 0 ? m.owner_require_now() : m.owner_require_after({ count: days }),
}));

function RequireDialog() {
  const { close } = useOverlay();
  const set = useSetSecondStep();
  const [graceDays, setGraceDays] = useState('7');
  const { failure, pending, form } = useForm<never>({
    check: () => ({}),
    async send() {
      await set.mutateAsync({ secondStep: 'required', graceDays: Number(graceDays) });
      close();
      toast.success(m.owner_required());
    },
  });
  return (
    <FormDialog
      title={m.owner_require_title()}
      description={m.owner_require_text()}
      size="sm"
      submit={m.owner_require_confirm()}
      pending={pending}
      failure={formFailure(failure)}
      {...form}
    >
      <SelectField
        className=""
        label={m.owner_require_when()}
        value={graceDays}
        options={GRACE_DAYS}
        onValueChange={setGraceDays}
      />
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
        text: `${m.owner_created_text({ email: email.trim() })} ${mailedTo(email.trim())}`,
        link: url,
      });
    },
    failing: (error) => ({ email: formFailure(error) }),
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
      <AddressField
        error={errors.email}
        hint={sendsMail() ? m.owner_create_hint() : m.owner_hand_over()}
      />
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
      const making = invite.mutateAsync({
        email: email.trim() || null,
        note: note.trim() || null,
        expiresIn: Number(life),
      });
      // Within the press, as some browsers ask.
      const copying = copyComing(making.then(({ url }) => reachable(url!)));
      onMade(await making);
      close();
      if (await copying) toast.success(m.sharing_copied());
    },
    failing: (error) => ({ email: formFailure(error) }),
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
      <AddressField
        error={errors.email}
        hint={`${m.owner_invite_hint()} ${sendsMail() ? m.owner_create_hint() : m.owner_hand_over()}`}
      />
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
export { StorageDialog as storage } from './storage-dialog.tsx';
export {
  CreateUserDialog as create,
  InviteDialog as invite,
  LinkDialog as link,
  PasswordLinkDialog as reset,
  ProveDialog as prove,
  RequireDialog as require,
};
