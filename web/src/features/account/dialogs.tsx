import {
  MAX_API_TOKEN_NAME_LENGTH,
  MAX_DEVICE_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '@clipline/contract/limits.ts';
import type { OpenSession } from '@clipline/contract/schemas/account.ts';
import { type Scope, scopes } from '@clipline/contract/scopes.ts';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { forgetAllDrafts } from '../../lib/drafts.ts';
import { sendsMail } from '../../lib/browser.ts';
import { m } from '../../paraglide/messages.js';
import { SIGN_IN_PATH } from '../../session/origin.ts';
import { getUser, signOut } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { copyAndTell } from '../../ui/copy-text.ts';
import { Dialog, FormDialog } from '../../ui/dialog.tsx';
import { Checkbox, Field, Input, InputField, PasswordField } from '../../ui/field.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { scopeTexts, useCreateToken } from '../programs/programs.api.ts';
import {
  useChangePassword,
  useDeleteAccount,
  useEndOtherSessions,
  useRenameSession,
} from './account.api.ts';
import {
  AuthenticatorDialog,
  CodesDialog,
  RenamePasskeyDialog,
  TwoStepDialog,
} from './security-dialogs.tsx';

const formFailure = (error: unknown): string | undefined =>
  error === null || endedSession(error) ? undefined : failureText(error, m.account_form_failed());

function DeleteAccountDialog() {
  const navigate = useNavigate();
  const remove = useDeleteAccount();
  const { failure, pending, form } = useForm<never>({
    check: () => ({}),
    async send() {
      await remove.mutateAsync();
      forgetAllDrafts(getUser()?.id ?? null);
      signOut('logout');
      toast.success(m.account_deleted(), sendsMail() ? m.account_deleted_text() : undefined);
      void navigate(SIGN_IN_PATH, { replace: true });
    },
  });
  return (
    <FormDialog
      title={m.account_delete()}
      description={m.account_delete_description()}
      size="sm"
      submit={pending ? m.account_deleting() : m.account_delete_for_good()}
      pending={pending}
      danger
      failure={formFailure(failure)}
      {...form}
    />
  );
}

function PasswordDialog() {
  const { close } = useOverlay();
  const change = useChangePassword();
  const [endTokens, setEndTokens] = useState(true);
  const { errors, pending, form } = useForm<'next'>({
    check: ({ next }) =>
      next.length < MIN_PASSWORD_LENGTH
        ? { next: m.account_password_too_short({ least: MIN_PASSWORD_LENGTH }) }
        : {},
    async send({ next }) {
      await change.mutateAsync({ new_password: next, end_tokens: endTokens });
      close();
      toast.success(m.account_password_changed(), m.account_password_changed_text());
    },
    failing: (error) => ({ next: formFailure(error) }),
  });
  return (
    <FormDialog
      title={m.account_change_password()}
      description={m.account_change_password_text()}
      size="sm"
      submit={m.account_change_password()}
      pending={pending}
      {...form}
    >
      <PasswordField
        label={m.account_new_password()}
        autoComplete="new-password"
        name="next"
        error={errors.next}
        hint={m.account_password_hint({ least: MIN_PASSWORD_LENGTH })}
      />
      <Checkbox
        label={m.account_end_tokens()}
        hint={m.account_end_tokens_text()}
        checked={endTokens}
        onCheckedChange={setEndTokens}
      />
    </FormDialog>
  );
}

function RenameDeviceDialog({ session }: { session: OpenSession }) {
  const { close } = useOverlay();
  const rename = useRenameSession();
  const { errors, pending, form } = useForm<'name'>({
    check: ({ name }) => (name.trim() === '' ? { name: m.devices_no_name() } : {}),
    async send({ name }) {
      await rename.mutateAsync({ id: session.id, name: name.trim() });
      close();
    },
  });
  return (
    <FormDialog
      title={m.devices_rename()}
      description={session.device}
      size="sm"
      submit={m.account_save()}
      pending={pending}
      {...form}
    >
      <InputField
        label={m.devices_name()}
        error={errors.name}
        dir="auto"
        autoComplete="off"
        maxLength={MAX_DEVICE_NAME_LENGTH}
        defaultValue={session.name ?? ''}
        name="name"
      />
    </FormDialog>
  );
}

function SignOutOthersDialog() {
  const endOthers = useEndOtherSessions();
  const [programs, setPrograms] = useState(true);
  const signOutOthers = async () => {
    const { ended } = await endOthers.mutateAsync(programs);
    toast.success(
      m.account_others_signed_out(),
      m.account_others_signed_out_text({ count: ended }),
    );
  };
  return (
    <ConfirmDialog
      title={m.account_sign_out_others_title()}
      description={m.account_sign_out_others_text()}
      confirm={m.account_sign_out()}
      act={signOutOthers}
    >
      <Checkbox
        label={m.account_and_tokens()}
        hint={m.account_end_tokens_text()}
        checked={programs}
        onCheckedChange={setPrograms}
      />
    </ConfirmDialog>
  );
}

const lives = [
  { value: '30', label: m.programs_lives_days({ count: 30 }) },
  { value: '90', label: m.programs_lives_days({ count: 90 }) },
  { value: '365', label: m.programs_lives_days({ count: 365 }) },
  { value: 'ever', label: m.programs_lives_ever() },
] as const;
type Life = (typeof lives)[number]['value'];

function MadeToken({ token }: { token: string }) {
  const { close } = useOverlay();
  return (
    <Dialog
      title={m.programs_made()}
      description={m.programs_made_text()}
      size="sm"
      footer={
        <Button variant="primary" onClick={close}>
          {m.programs_done()}
        </Button>
      }
    >
      <div className="flex gap-2">
        <Input
          readOnly
          aria-label={m.programs_token()}
          value={token}
          className="min-w-0 flex-1 font-mono"
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copyAndTell(token, m.programs_copied())}>
          <Copy size={16} aria-hidden />
          {m.ui_copy()}
        </Button>
      </div>
    </Dialog>
  );
}

function TokenDialog() {
  const create = useCreateToken();
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [life, setLife] = useState<Life>('90');
  const { errors, pending, form } = useForm<'name' | 'scopes'>({
    check: ({ name }) => ({
      ...(name.trim() === '' && { name: m.programs_no_name() }),
      ...(chosen.length === 0 && { scopes: m.programs_no_scope() }),
    }),
    send: ({ name }) =>
      create.mutateAsync({
        name: name.trim(),
        scopes: [...chosen],
        expiresInDays: life === 'ever' ? null : Number(life),
      }),
    failing: (error) => ({ name: formFailure(error) }),
  });
  if (create.data) return <MadeToken token={create.data.token} />;
  return (
    <FormDialog
      title={m.programs_new_token()}
      description={m.programs_new_token_text()}
      size="sm"
      submit={m.programs_create()}
      pending={pending}
      {...form}
    >
      <InputField
        label={m.programs_name()}
        error={errors.name}
        dir="auto"
        autoComplete="off"
        maxLength={MAX_API_TOKEN_NAME_LENGTH}
        placeholder={m.programs_name_example()}
        name="name"
      />
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 text-sm font-medium text-ink">{m.programs_may()}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeTexts[scope]}
            checked={chosen.includes(scope)}
            onCheckedChange={(checked) =>
              setChosen(checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
        ))}
        {errors.scopes && (
          <p role="alert" className="text-sm text-danger">
            {errors.scopes}
          </p>
        )}
      </fieldset>
      <Field label={m.programs_lives()}>
        {(control) => <Select {...control} value={life} options={lives} onValueChange={setLife} />}
      </Field>
    </FormDialog>
  );
}

export {
  AuthenticatorDialog as authenticator,
  CodesDialog as codes,
  DeleteAccountDialog as deleteAccount,
  PasswordDialog as password,
  RenameDeviceDialog as renameDevice,
  RenamePasskeyDialog as renamePasskey,
  SignOutOthersDialog as signOutOthers,
  TokenDialog as token,
  TwoStepDialog as twoStep,
};
