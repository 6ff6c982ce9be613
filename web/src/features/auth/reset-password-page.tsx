import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { originState, SIGN_IN_PATH } from '../../lib/origin.ts';
import { getSession, signOut } from '../../lib/session.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { resetPassword } from './auth.api.ts';
import { resetErrors, toasts } from './auth.messages.ts';
import { NewPasswordForm } from './forms/new-password-form.tsx';
import { StatusScreen } from './links/status-screen.tsx';
import { useLinkParameters } from './links/use-link-parameters.ts';

type Stage =
  | { readonly at: 'form' }
  | { readonly at: 'success' }
  | { readonly at: 'error'; readonly text: string };

const MISSING: Stage = { at: 'error', text: resetErrors.missingToken };

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
      return setStage({ at: 'error', text: failureText(error, resetErrors.failed) });
    }
    // The server has ended every session of this person, the one in this browser too.
    if (getSession()) signOut('logout');
    toast.success(...toasts.passwordReset);
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
