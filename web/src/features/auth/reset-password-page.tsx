import { useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { getSession, signOut } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { loadAuthApi } from './load-auth-api.ts';
import { resetErrors, toasts } from './auth.messages.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { StatusScreen } from './status-screen.tsx';
import { useLinkParameters } from './use-link-parameters.ts';

type Stage = { readonly at: 'form' } | { readonly at: 'success' } | { readonly at: 'error'; readonly text: string };

const MISSING: Stage = { at: 'error', text: resetErrors.missingToken };

export default function ResetPasswordPage() {
  const { accessToken, refreshToken } = useLinkParameters();
  const token = accessToken && refreshToken ? accessToken : null;
  const [stage, setStage] = useState<Stage>(token ? { at: 'form' } : MISSING);

  async function save(password: string) {
    if (!token) return setStage(MISSING);
    try {
      const { resetPassword } = await loadAuthApi();
      await resetPassword(token, password);
    } catch (error) {
      return setStage({ at: 'error', text: failureText(error, resetErrors.failed) });
    }
    // The server has ended every session of this person, the one in this browser too.
    if (getSession()) signOut('logout');
    toast.success(...toasts.passwordReset);
    setStage({ at: 'success' });
  }

  if (stage.at === 'form') return <NewPasswordForm save={save} />;
  if (stage.at === 'error') return <Failed text={stage.text} tryAgain={() => setStage({ at: 'form' })} />;
  return (
    <StatusScreen status="success" title="Password changed" text="Log in with your new password. Every device has been signed out.">
      <ButtonLink variant="primary" to="/auth?mode=login">
        Go to Login
      </ButtonLink>
      <ButtonLink to="/">Back to Home</ButtonLink>
    </StatusScreen>
  );
}

function Failed({ text, tryAgain }: { text: string; tryAgain: () => void }) {
  return (
    <StatusScreen status="error" title="Password not changed" text={text}>
      <Button variant="primary" onClick={tryAgain}>
        Try Again
      </Button>
      <ButtonLink to="/auth?mode=login">Back to Login</ButtonLink>
      <TextLink to="/auth?mode=forgot" className="mt-3 self-center text-sm">
        Request a new reset link
      </TextLink>
    </StatusScreen>
  );
}
