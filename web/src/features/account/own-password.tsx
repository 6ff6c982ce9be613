import { endedSession, failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { PasswordField } from '../../ui/field.tsx';
import type { Errors } from '../../ui/use-form.ts';
import { useProfile } from './account.api.ts';

type Password = 'password';

/** Proves in a form who one is: by the password, or by a fresh sign-in where there is none. */
export function useOwnPassword() {
  const has = useProfile().data?.hasPassword ?? true;
  return {
    has,
    check: ({ password }: Record<Password, string>): Errors<Password> =>
      has && password === '' ? { password: m.account_no_password() } : {},
    proof: ({ password }: Record<Password, string>) => (has ? { password } : {}),
    failing: (error: unknown): Errors<Password> =>
      endedSession(error) ? {} : { password: failureText(error, m.account_form_failed()) },
  };
}

interface OwnPasswordProps {
  has: boolean;
  label?: string;
  error: string | undefined;
}

export function OwnPassword({ has, label = m.account_delete_password(), error }: OwnPasswordProps) {
  if (has)
    return (
      <PasswordField label={label} autoComplete="current-password" name="password" error={error} />
    );
  return (
    error !== undefined && (
      <p role="alert" className="text-sm text-danger">
        {error}
      </p>
    )
  );
}
