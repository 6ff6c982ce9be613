import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { checkConfirmation, pendingEmail, READABLE } from './auth.api.ts';
import { type LinkParameters, saysExpired, useLinkParameters } from './link-parameters.ts';
import { StatusScreen } from './status-screen.tsx';

type Confirmation =
  | { readonly status: 'loading'; readonly text: string }
  | { readonly status: 'success'; readonly text: string; readonly email: string | null }
  | { readonly status: 'expired' | 'error'; readonly text: string };

const LOADING: Confirmation = { status: 'loading', text: m.auth_confirming_text() };
const EXPIRED: Confirmation = { status: 'expired', text: m.auth_confirmation_expired() };
const failed = (text: string): Confirmation => ({ status: 'error', text });

/** What the link itself says; loading when only the server can tell. */
function fromLink(parameters: LinkParameters): Confirmation {
  if (!parameters.error) return LOADING;
  return saysExpired(parameters)
    ? EXPIRED
    : failed(parameters.errorDescription ?? m.auth_confirmation_error());
}

async function fromServer(token: string | null): Promise<Confirmation> {
  try {
    const { confirmed } = await checkConfirmation(token);
    if (!confirmed) return failed(m.auth_confirmation_refused());
    const email = pendingEmail.get();
    pendingEmail.clear();
    return { status: 'success', text: m.auth_confirmed_text(), email };
  } catch (error) {
    return error instanceof ApiError && error.status === 410
      ? EXPIRED
      : failed(m.auth_confirmation_unverified());
  }
}

function useConfirmation(parameters: LinkParameters): {
  state: Confirmation;
  tryAgain: () => void;
} {
  const [state, setState] = useState(() => fromLink(parameters));
  const { confirmationToken: token } = parameters;
  const asking = state === LOADING;
  useEffect(() => {
    if (!asking) return;
    let left = false;
    void fromServer(token).then((answer) => left || setState(answer));
    return () => {
      left = true;
    };
  }, [asking, token]);
  return { state, tryAgain: () => setState(LOADING) };
}

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
      {(status === 'expired' || status === 'error') && (
        <p className="-mt-4 text-sm text-body">{m.auth_sign_up_for_new()}</p>
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
        toast.success(m.auth_please_sign_up_again(), m.auth_please_sign_up_again_text(), READABLE);
        void navigate('/auth?mode=register', { state: { email: pendingEmail.get() } });
      }}
    >
      {m.auth_resend_confirmation()}
    </Button>
  );
}
