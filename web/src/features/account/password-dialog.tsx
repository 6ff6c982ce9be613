import { toast } from '../../ui/toast.ts';
import { MIN_PASSWORD_LENGTH } from '@clipline/contract/limits.ts';
import { useState } from 'react';
import { ApiError, endedSession, failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOverlay } from '../../ui/overlays.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useChangePassword } from './account.api.ts';

interface Mistakes {
  readonly current?: string;
  readonly next?: string;
}

export function PasswordDialog() {
  const { close } = useOverlay();
  const change = useChangePassword();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [endTokens, setEndTokens] = useState(true);
  const [mistakes, setMistakes] = useState<Mistakes>({});

  const submit = () => {
    if (change.isPending) return;
    if (current === '') return setMistakes({ current: m.account_no_password() });
    if (next.length < MIN_PASSWORD_LENGTH)
      return setMistakes({ next: m.account_password_too_short({ least: MIN_PASSWORD_LENGTH }) });
    setMistakes({});
    change.mutate(
      { password: current, new_password: next, end_tokens: endTokens },
      {
        onSuccess: () => {
          close();
          toast.success(m.account_password_changed(), m.account_password_changed_text());
        },
        onError: (error) => {
          if (endedSession(error)) return;
          const text = failureText(error, m.account_form_failed());
          setMistakes(
            error instanceof ApiError && error.code === 'PASSWORD_TOO_SHORT'
              ? { next: text }
              : { current: text },
          );
        },
      },
    );
  };

  return (
    <FormDialog
      title={m.account_change_password()}
      description={m.account_change_password_text()}
      size="sm"
      submit={m.account_change_password()}
      pending={change.isPending}
      onSubmit={submit}
    >
      <PasswordField
        label={m.account_current_password()}
        autoComplete="current-password"
        value={current}
        error={mistakes.current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <PasswordField
        label={m.account_new_password()}
        autoComplete="new-password"
        value={next}
        error={mistakes.next}
        hint={m.account_password_hint({ least: MIN_PASSWORD_LENGTH })}
        onChange={(event) => setNext(event.target.value)}
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
