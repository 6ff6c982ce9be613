import { toast } from '../../ui/toast.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { endedSession, failureText } from '../../lib/api-error.ts';
import { forgetAllDrafts } from '../../lib/drafts.ts';
import { SIGN_IN_PATH } from '../../lib/origin.ts';
import { getUser, signOut } from '../../lib/session.ts';
import { m } from '../../paraglide/messages.js';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useDeleteAccount } from './account.api.ts';

export function DeleteAccountDialog() {
  const navigate = useNavigate();
  const remove = useDeleteAccount();
  const [password, setPassword] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);

  const submit = () => {
    if (remove.isPending) return;
    if (password === '') return setMistake(m.account_no_password());
    setMistake(null);
    remove.mutate(password, {
      onSuccess: () => {
        forgetAllDrafts(getUser()?.id ?? null);
        signOut('logout');
        toast.success(m.account_deleted(), m.account_deleted_text());
        void navigate(SIGN_IN_PATH, { replace: true });
      },
      onError: (error) =>
        void (endedSession(error) || setMistake(failureText(error, m.account_form_failed()))),
    });
  };

  return (
    <FormDialog
      title={m.account_delete()}
      description={m.account_delete_description()}
      size="sm"
      submit={remove.isPending ? m.account_deleting() : m.account_delete_for_good()}
      pending={remove.isPending}
      danger
      onSubmit={submit}
    >
      <PasswordField
        label={m.account_delete_password()}
        autoComplete="current-password"
        value={password}
        error={mistake}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
