import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { m } from '../../../paraglide/messages.js';
import { checkConfirmation } from '../auth.api.ts';
import { confirmationErrors } from '../auth.messages.ts';
import { saysExpired, type LinkParameters } from './link-parameters.ts';
import { pendingEmail } from '../pending-email.ts';

export type Confirmation =
  | { readonly status: 'loading'; readonly text: string }
  | { readonly status: 'success'; readonly text: string; readonly email: string | null }
  | { readonly status: 'expired' | 'error'; readonly text: string };

const LOADING: Confirmation = { status: 'loading', text: m.auth_confirming_text() };
const EXPIRED: Confirmation = { status: 'expired', text: confirmationErrors.expired };
const failed = (text: string): Confirmation => ({ status: 'error', text });

/** What the link itself says; loading when only the server can tell. */
function fromLink(parameters: LinkParameters): Confirmation {
  if (!parameters.error) return LOADING;
  return saysExpired(parameters)
    ? EXPIRED
    : failed(parameters.errorDescription ?? confirmationErrors.fromLink);
}

async function fromServer(token: string | null): Promise<Confirmation> {
  try {
    const { confirmed } = await checkConfirmation(token);
    if (!confirmed) return failed(confirmationErrors.refused);
    const email = pendingEmail.get();
    pendingEmail.clear();
    return { status: 'success', text: m.auth_confirmed_text(), email };
  } catch (error) {
    return error instanceof ApiError && error.status === 410
      ? EXPIRED
      : failed(confirmationErrors.unverified);
  }
}

export function useConfirmation(parameters: LinkParameters): {
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
