import { ApiError, failureText } from '../../../lib/api-error.ts';
import { m } from '../../../paraglide/messages.js';
import { slot, withSlots } from '../../../ui/slots.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { fallbacks } from '../auth.messages.ts';
import { FormFailure } from './form-failure.tsx';

/** `state`: what a link to the sign-up form hands over. */
export function LoginFailure({ failure, state }: { failure: unknown; state: unknown }) {
  const unconfirmed = failure instanceof ApiError && failure.code === 'EMAIL_NOT_CONFIRMED';
  return (
    <FormFailure>
      <p>{failureText(failure, fallbacks.login(0))}</p>
      {unconfirmed && (
        <p className="mt-1 text-body">
          {withSlots(
            m.auth_no_mail({ link: slot(0) }),
            <TextLink to="/auth?mode=register" state={state} className="underline">
              {m.auth_sign_up_again()}
            </TextLink>,
          )}
        </p>
      )}
    </FormFailure>
  );
}
