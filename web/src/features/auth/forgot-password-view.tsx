import { useLocation, useNavigate } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { arriving } from './arrival.ts';
import { loadAuthApi } from './load-auth-api.ts';
import { RESET_REQUEST_FAILED, toasts } from './auth.messages.ts';
import { EmailField, type EmailKept } from './email-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useForm } from './use-form.ts';
import { checkResetRequest } from './validation.ts';
import { useFirstField, ViewHeading } from './view-heading.tsx';

export function ForgotPasswordView({ email, onEmailChange }: EmailKept) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const first = useFirstField();

  async function send({ email: typed }: { email: string }) {
    const address = typed.trim();
    try {
      const { requestReset } = await loadAuthApi();
      await requestReset(address);
    } catch (error) {
      return void toast.error(RESET_REQUEST_FAILED.title, failureText(error, RESET_REQUEST_FAILED.text));
    }
    toast.success(...toasts.resetRequested);
    await navigate('/auth', { state: arriving(state, { email: address, sent: 'reset' }) });
  }

  const { errors, pending, form } = useForm({ check: checkResetRequest, send });
  return (
    <>
      <ViewHeading title="Forgot your password?">We will send you a link to set a new one.</ViewHeading>
      <form ref={first} {...form} method="post" className="flex flex-col gap-5">
        <EmailField email={email} onEmailChange={onEmailChange} error={errors.email} />
        <SubmitButton pending={pending} label="Send reset link" pendingLabel="Sending..." />
      </form>
      <p className="mt-6 text-sm text-muted">
        Remembered it?{' '}
        <TextLink to="/auth?mode=login" state={arriving(state, { email, sent: null })}>
          Back to login
        </TextLink>
      </p>
    </>
  );
}
