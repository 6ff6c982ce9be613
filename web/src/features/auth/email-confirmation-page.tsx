import { useNavigate } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { toast } from '../../ui/toast.ts';
import { toasts } from './auth.messages.ts';
import { pendingEmail } from './pending-email.ts';
import { StatusScreen } from './links/status-screen.tsx';
import type { LinkParameters } from './links/link-parameters.ts';
import { useConfirmation } from './links/use-confirmation.ts';
import { useLinkParameters } from './links/use-link-parameters.ts';

const TITLES = {
  loading: m.auth_confirming_title(),
  success: m.auth_confirmed_title(),
  expired: m.auth_expired_title(),
  error: m.auth_not_confirmed_title(),
};

export default function EmailConfirmationPage() {
  const parameters = useLinkParameters();
  // Another link begins anew.
  return <Confirmed key={JSON.stringify(parameters)} parameters={parameters} />;
}

function Confirmed({ parameters }: { parameters: LinkParameters }) {
  const { state, tryAgain } = useConfirmation(parameters);
  const { status } = state;
  return (
    <StatusScreen status={status} title={TITLES[status]} text={state.text}>
      {status === 'success' && (
        <>
          <ButtonLink variant="primary" to="/auth?mode=login" state={{ email: state.email }}>
            {m.auth_go_to_login()}
          </ButtonLink>
          <ButtonLink to="/">{m.auth_back_home()}</ButtonLink>
        </>
      )}
      {status === 'expired' && <ResendButton />}
      {status === 'error' && (
        <Button variant="primary" onClick={tryAgain}>
          {m.auth_try_again()}
        </Button>
      )}
      {(status === 'expired' || status === 'error') && (
        <ButtonLink to="/auth?mode=login">{m.auth_back_to_login()}</ButtonLink>
      )}
    </StatusScreen>
  );
}

/** Signing up again with the same address sends a new link. */
function ResendButton() {
  const navigate = useNavigate();
  return (
    <Button
      variant="primary"
      onClick={() => {
        toast.success(...toasts.signUpAgain);
        void navigate('/auth?mode=register', { state: { email: pendingEmail.get() } });
      }}
    >
      {m.auth_resend_confirmation()}
    </Button>
  );
}
