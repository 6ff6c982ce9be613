import { useNavigate } from 'react-router';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { forgetAllDrafts } from '../../lib/drafts.ts';
import { SIGN_IN_PATH } from '../../session/origin.ts';
import { getUser, signOut } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { FormDialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { useDeleteAccount } from './account.api.ts';

export function DeleteAccountDialog() {
  const navigate = useNavigate();
  const remove = useDeleteAccount();
  const { errors, pending, form } = useForm<'password'>({
    check: ({ password }) => (password === '' ? { password: m.account_no_password() } : {}),
    async send({ password }) {
      await remove.mutateAsync(password);
      forgetAllDrafts(getUser()?.id ?? null);
      signOut('logout');
      toast.success(m.account_deleted(), m.account_deleted_text());
      void navigate(SIGN_IN_PATH, { replace: true });
    },
    failing: (error) =>
      endedSession(error) ? {} : { password: failureText(error, m.account_form_failed()) },
  });
  return (
    <FormDialog
      title={m.account_delete()}
      description={m.account_delete_description()}
      size="sm"
      submit={pending ? m.account_deleting() : m.account_delete_for_good()}
      pending={pending}
      danger
      {...form}
    >
      <PasswordField
        label={m.account_delete_password()}
        autoComplete="current-password"
        name="password"
        error={errors.password}
      />
    </FormDialog>
  );
}
