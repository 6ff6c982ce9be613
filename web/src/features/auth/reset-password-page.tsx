import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { originState, SIGN_IN_PATH } from '../../session/origin.ts';
import { getSession, signOut } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { AuthLayout } from './auth-layout.tsx';
import { READABLE, resetPassword } from './auth.api.ts';
import { ViewHeading } from './form-parts.tsx';
import { useLinkParameters } from './link-parameters.ts';
import { StatusScreen } from './status-screen.tsx';
import { checkNewPassword } from './validation.ts';

/** `save` never rejects: how it ended is another screen. */
function NewPasswordForm({ save }: { save: (password: string) => Promise<void> }) {
  const [isFilled, setFilled] = useState(false);
  const { errors, pending, form } = useForm({
    check: checkNewPassword,
    send: ({ password }) => save(password),
  });
  return (
    <AuthLayout>
      <ViewHeading title={m.auth_set_password_title()}>{m.auth_set_password_text()}</ViewHeading>
      <form
        {...form}
        method="post"
        onInput={(event) => {
          form.onInput(event);
          setFilled([...new FormData(event.currentTarget).values()].every((text) => text !== ''));
        }}
        className="flex flex-col gap-5"
      >
        <PasswordField
          label={m.auth_new_password()}
          name="password"
          autoComplete="new-password"
          error={errors.password}
          hint={errors.password ? undefined : m.auth_new_password_hint()}
        />
        <PasswordField
          label={m.auth_confirm_new_password()}
          name="confirmation"
          autoComplete="new-password"
          error={errors.confirmation}
        />
        <div className="mt-1 flex flex-col gap-3">
          <Button type="submit" variant="primary" pending={pending} disabled={!isFilled}>
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

type Stage =
  | { readonly at: 'form' }
  | { readonly at: 'success' }
  | { readonly at: 'error'; readonly text: string };

const MISSING: Stage = { at: 'error', text: m.auth_reset_missing_token() };

export default function ResetPasswordPage() {
  const { accessToken, refreshToken } = useLinkParameters();
  const token = accessToken && refreshToken ? accessToken : null;
  // Another link begins anew.
  return <NewPassword key={token} token={token} />;
}

function NewPassword({ token }: { token: string | null }) {
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage>(token ? { at: 'form' } : MISSING);

  async function save(password: string) {
    if (!token) return setStage(MISSING);
    try {
      await resetPassword(token, password);
    } catch (error) {
      return setStage({ at: 'error', text: failureText(error, m.auth_reset_failed_text()) });
    }
    // The server has ended every session of this person, the one in this browser too.
    if (getSession()) signOut('logout');
    toast.success(m.auth_password_was_reset(), m.auth_password_was_reset_text(), READABLE);
    setStage({ at: 'success' });
    // The link is used up: this entry of the history forgets it too.
    void navigate('/reset-password', { replace: true, state: null });
  }

  if (stage.at === 'form') return <NewPasswordForm save={save} />;
  if (stage.at === 'error')
    return <Failed text={stage.text} tryAgain={() => setStage({ at: 'form' })} />;
  return (
    <StatusScreen
      status="success"
      title={m.auth_password_changed_title()}
      text={m.auth_password_changed_text()}
    >
      <ButtonLink variant="primary" to="/auth?mode=login">
        {m.auth_go_to_login()}
      </ButtonLink>
      <ButtonLink to="/">{m.auth_back_home()}</ButtonLink>
      {/* Who knew the old password may have handed them on. */}
      <TextLink
        to={SIGN_IN_PATH}
        state={originState('/account')}
        className="mt-3 self-center text-sm"
      >
        {m.links_addresses_close()}
      </TextLink>
    </StatusScreen>
  );
}

function Failed({ text, tryAgain }: { text: string; tryAgain: () => void }) {
  return (
    <StatusScreen status="error" title={m.auth_password_not_changed()} text={text}>
      <Button variant="primary" onClick={tryAgain}>
        {m.auth_try_again()}
      </Button>
      <ButtonLink to="/auth?mode=login">{m.auth_back_to_login()}</ButtonLink>
      <TextLink to="/auth?mode=forgot" className="mt-3 self-center text-sm">
        {m.auth_request_new_link()}
      </TextLink>
    </StatusScreen>
  );
}
