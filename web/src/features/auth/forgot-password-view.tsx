import { useLocation, useNavigate } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { slot, withSlots } from '../../ui/slots.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { arriving } from './arrival.ts';
import { requestReset } from './auth.api.ts';
import { RESET_REQUEST_FAILED, toasts } from './auth.messages.ts';
import {
  EmailField,
  type EmailKept,
  SubmitButton,
  useFirstField,
  ViewHeading,
} from './form-parts.tsx';
import { useForm } from '../../ui/use-form.ts';
import { checkResetRequest } from './validation.ts';

export function ForgotPasswordView({ email, onEmailChange }: EmailKept) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const first = useFirstField();

  async function send({ email: typed }: { email: string }) {
    const address = typed.trim();
    try {
      await requestReset(address);
    } catch (error) {
      return void toast.error(
        RESET_REQUEST_FAILED.title,
        failureText(error, RESET_REQUEST_FAILED.text),
      );
    }
    toast.success(...toasts.resetRequested);
    await navigate('/auth', { state: arriving(state, { email: address, sent: 'reset' }) });
  }

  const { errors, pending, form } = useForm({ check: checkResetRequest, send });
  return (
    <>
      <ViewHeading title={m.auth_forgot_title()}>{m.auth_forgot_text()}</ViewHeading>
      <form ref={first} {...form} method="post" className="flex flex-col gap-5">
        <EmailField email={email} onEmailChange={onEmailChange} error={errors.email} />
        <SubmitButton
          pending={pending}
          label={m.auth_send_reset_link()}
          pendingLabel={m.auth_sending()}
        />
      </form>
      <p className="mt-6 text-sm text-muted">
        {withSlots(
          m.auth_remembered({ link: slot(0) }),
          <TextLink to="/auth?mode=login" state={arriving(state, { email, sent: null })}>
            {m.auth_remembered_link()}
          </TextLink>,
        )}
      </p>
    </>
  );
}
