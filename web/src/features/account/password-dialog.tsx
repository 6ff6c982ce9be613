import { MIN_PASSWORD_LENGTH } from '@clipline/contract/limits.ts';
import { useState } from 'react';
import { ApiError, endedSession, failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { FormDialog } from '../../ui/dialog.tsx';
import { Checkbox, PasswordField } from '../../ui/field.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { useChangePassword } from './account.api.ts';

export function PasswordDialog() {
  const { close } = useOverlay();
  const change = useChangePassword();
  const [endTokens, setEndTokens] = useState(true);
  const { errors, pending, form } = useForm<'current' | 'next'>({
    check({ current, next }) {
      if (current === '') return { current: m.account_no_password() };
      return next.length < MIN_PASSWORD_LENGTH
        ? { next: m.account_password_too_short({ least: MIN_PASSWORD_LENGTH }) }
        : {};
    },
    async send({ current, next }) {
      await change.mutateAsync({ password: current, new_password: next, end_tokens: endTokens });
      close();
      toast.success(m.account_password_changed(), m.account_password_changed_text());
    },
    failing(error) {
      if (endedSession(error)) return {};
      const text = failureText(error, m.account_form_failed());
      return error instanceof ApiError && error.code === 'PASSWORD_TOO_SHORT'
        ? { next: text }
        : { current: text };
    },
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
        label={m.account_current_password()}
        autoComplete="current-password"
        name="current"
        error={errors.current}
      />
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
