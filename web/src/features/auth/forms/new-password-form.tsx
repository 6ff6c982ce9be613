import { useRef, useState, type SyntheticEvent } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { checkNewPassword } from './validation.ts';
import { ViewHeading } from './view-heading.tsx';

/** `save` never rejects: how it ended is another screen. */
export function NewPasswordForm({ save }: { save: (password: string) => Promise<void> }) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [wrong, setWrong] = useState<ReturnType<typeof checkNewPassword>>(null);
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (pending || password === '' || confirmation === '') return;
    const found = checkNewPassword(password, confirmation);
    setWrong(found);
    if (found)
      return form.current?.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus();
    setPending(true);
    await save(password);
    setPending(false);
  }

  const errorOf = (field: 'password' | 'confirmation') =>
    wrong?.field === field ? wrong.text : null;
  return (
    <AuthLayout>
      <ViewHeading title={m.auth_set_password_title()}>{m.auth_set_password_text()}</ViewHeading>
      <form
        ref={form}
        noValidate
        method="post"
        onSubmit={submit}
        onInput={() => setWrong(null)}
        className="flex flex-col gap-5"
      >
        <PasswordField
          label={m.auth_new_password()}
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errorOf('password')}
          hint={errorOf('password') ? undefined : m.auth_new_password_hint()}
        />
        <PasswordField
          label={m.auth_confirm_new_password()}
          name="confirmation"
          autoComplete="new-password"
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          error={errorOf('confirmation')}
        />
        <div className="mt-1 flex flex-col gap-3">
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            disabled={password === '' || confirmation === ''}
          >
            {pending ? m.auth_saving() : m.auth_reset_password()}
          </Button>
          <ButtonLink to="/auth?mode=login" variant="ghost">
            {m.auth_back_to_login()}
          </ButtonLink>
        </div>
      </form>
    </AuthLayout>
  );
}
