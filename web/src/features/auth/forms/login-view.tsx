import { useLocation } from 'react-router';
import { signIn, useUser } from '../../../lib/session.ts';
import { m } from '../../../paraglide/messages.js';
import { PasswordField } from '../../../ui/password-field.tsx';
import { slot, withSlots } from '../../../ui/slots.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { toast } from '../../../ui/toast.ts';
import { arriving, type Arrival } from '../arrival.ts';
import { logIn } from '../auth.api.ts';
import { toasts } from '../auth.messages.ts';
import { EmailField, type EmailKept } from './email-field.tsx';
import { LoginFailure } from './login-failure.tsx';
import { pendingEmail } from '../pending-email.ts';
import { SentNotice } from './sent-notice.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useForm } from './use-form.ts';
import { checkLogin } from './validation.ts';
import { useFirstField, ViewHeading } from './view-heading.tsx';

export function LoginView({ email, onEmailChange, sent }: EmailKept & Pick<Arrival, 'sent'>) {
  const { state } = useLocation();
  const first = useFirstField();
  // The guard around this screen moves on a second later, when the welcome was read.
  const loggedIn = useUser() !== null;
  const { errors, failure, pending, form } = useForm({ check: checkLogin, send });
  const kept = arriving(state, { email, sent: null });
  return (
    <>
      <ViewHeading title={m.auth_login_title()}>{m.auth_login_text()}</ViewHeading>
      <form ref={first} {...form} method="post" className="flex flex-col gap-5">
        {sent && <SentNotice sent={sent} email={email} />}
        {failure !== null && <LoginFailure failure={failure} state={kept} />}
        <EmailField email={email} onEmailChange={onEmailChange} error={errors.email} />
        <PasswordField
          label={m.auth_password()}
          name="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <TextLink to="/auth?mode=forgot" state={kept} className="-mt-2 self-start text-sm">
          {m.auth_forgot_password()}
        </TextLink>
        <SubmitButton
          pending={pending || loggedIn}
          label={m.auth_log_in()}
          pendingLabel={m.auth_logging_in()}
        />
      </form>
      <p className="mt-6 flex flex-wrap items-center gap-3 text-sm text-muted">
        {withSlots(
          m.auth_new_here({ link: slot(0) }),
          <ButtonLink to="/auth?mode=register" state={kept}>
            {m.auth_sign_up()}
          </ButtonLink>,
        )}
      </p>
    </>
  );
}

async function send({ email, password }: { email: string; password: string }) {
  const { user, session } = await logIn({ email: email.trim(), password });
  signIn(user, session);
  pendingEmail.clear();
  toast.success(...toasts.loggedIn);
}
