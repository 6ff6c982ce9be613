import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { toast } from '../../ui/toast.ts';
import { toasts } from './auth.messages.ts';
import { pendingEmail } from './pending-email.ts';
import { StatusScreen } from './status-screen.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { useLinkParameters } from './use-link-parameters.ts';

const TITLES = {
  loading: 'Confirming your email',
  success: 'Email confirmed',
  expired: 'This link has expired',
  error: 'Email not confirmed',
};

export default function EmailConfirmationPage() {
  const { state, tryAgain } = useConfirmation(useLinkParameters());
  const { status } = state;
  return (
    <StatusScreen status={status} title={TITLES[status]} text={state.text}>
      {status === 'success' && (
        <>
          <ButtonLink variant="primary" to="/auth?mode=login" state={{ email: state.email }}>
            Go to Login
          </ButtonLink>
          <ButtonLink to="/">Back to Home</ButtonLink>
        </>
      )}
      {status === 'expired' && <ResendButton />}
      {status === 'error' && (
        <Button variant="primary" onClick={tryAgain}>
          Try Again
        </Button>
      )}
      {(status === 'expired' || status === 'error') && <ButtonLink to="/auth?mode=login">Back to Login</ButtonLink>}
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
      Resend Confirmation Email
    </Button>
  );
}
