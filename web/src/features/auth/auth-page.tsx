import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { failureText, hasCode } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { useHydrated, useServed } from '../../lib/browser.ts';
import { language } from '../../lib/language.ts';
import { HOME_PATH } from '../../session/origin.ts';
import { signIn } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { InputField, PasswordField } from '../../ui/field.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { arrivalOf, arriving } from './arrival.ts';
import { AuthLayout } from './auth-layout.tsx';
import { lastSignUp, pendingEmail, READABLE, register, requestReset } from './auth.api.ts';
import {
  EmailField,
  type EmailKept,
  FormFailure,
  SubmitButton,
  useFirstField,
  ViewHeading,
} from './form-parts.tsx';
import { linkParameters, useLinkParameters } from './link-parameters.ts';
import { LoginView } from './login-view.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { useLinkCheck } from './use-link-check.ts';
import { checkRegistration, checkResetRequest } from './validation.ts';

/** Where mails leave the server, what one brings; elsewhere who has it instead. */
const Mailed = ({ text }: { text: string }) => (
  <>
    <span className="mail-off:hidden">{text}</span>
    <span className="hidden mail-off:inline">{m.auth_mail_off()}</span>
  </>
);

interface Registration {
  name: string;
  email: string;
  password: string;
}

interface RegisterViewProps extends EmailKept {
  invitation: string | null;
}

function RegisterView({ invitation, email, onEmailChange }: RegisterViewProps) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const first = useFirstField();

  async function send({ name, email: typed, password }: Registration) {
    const address = typed.trim();
    const body = {
      name: name.trim(),
      email: address,
      password,
      ...(invitation !== null && { invitation }),
    };
    const { message, user, session } = await register(body);
    if (user && session) {
      signIn(user, session);
      return navigate(HOME_PATH, { replace: true });
    }
    // The server speaks English.
    const text = language() === 'en' && message ? message : m.auth_registered_text();
    toast.success(m.auth_registered(), text, READABLE);
    pendingEmail.set(address);
    lastSignUp(body);
    return navigate('/auth', { state: arriving(state, { email: address, sent: 'confirmation' }) });
  }

  const { errors, failure, pending, form } = useForm({ check: checkRegistration, send });
  return (
    <>
      {invitation === null ? (
        <ViewHeading title={m.auth_register_title()}>
          <Mailed text={m.auth_register_text()} />
        </ViewHeading>
      ) : (
        <ViewHeading title={m.auth_invited_title()}>{m.auth_invited_text()}</ViewHeading>
      )}
      <form ref={first} {...form} method="post" className="flex flex-col gap-5">
        <SingleSignOn invitation={invitation} />
        {failure !== null && (
          <FormFailure>{failureText(failure, m.auth_registration_failed())}</FormFailure>
        )}
        <InputField
          label={m.auth_name()}
          error={errors.name}
          name="name"
          autoComplete="name"
          required
          dir="auto"
        />
        <EmailField email={email} onEmailChange={onEmailChange} error={errors.email} />
        <PasswordField
          label={m.auth_password()}
          name="password"
          autoComplete="new-password"
          required
          error={errors.password}
          hint={errors.password ? undefined : m.auth_password_hint()}
        />
        <PasswordField
          label={m.auth_confirm_password()}
          name="confirmPassword"
          autoComplete="new-password"
          required
          error={errors.confirmPassword}
        />
        <SubmitButton
          pending={pending}
          label={m.auth_create_account()}
          pendingLabel={m.auth_creating_account()}
        />
      </form>
      <p className="mt-6 text-sm text-muted">
        {withSlots(
          m.auth_have_account({ link: slot(0) }),
          <TextLink to="/auth?mode=login" state={arriving(state, { email, sent: null })}>
            {m.auth_log_in()}
          </TextLink>,
        )}
      </p>
    </>
  );
}

function NoSignUp({ text, email }: { text: string; email: string }) {
  const { state } = useLocation();
  return (
    <>
      <ViewHeading title={m.auth_sign_up()} />
      <p className="flex gap-3 rounded-card bg-sunken p-4 text-base text-ink">
        <Mail size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
        <span>{text}</span>
      </p>
      <p className="mt-6 flex flex-wrap items-center gap-3 text-sm text-muted">
        {withSlots(
          m.auth_have_account({ link: slot(0) }),
          <ButtonLink to="/auth?mode=login" state={arriving(state, { email, sent: null })}>
            {m.auth_log_in()}
          </ButtonLink>,
        )}
      </p>
    </>
  );
}

function ForgotPasswordView({ email, onEmailChange }: EmailKept) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const first = useFirstField();

  async function send({ email: typed }: { email: string }) {
    const address = typed.trim();
    try {
      await requestReset(address);
    } catch (error) {
      const text = failureText(error, m.auth_reset_request_failed_text());
      return void toast.error(m.auth_error(), text);
    }
    toast.success(m.auth_reset_requested(), m.auth_reset_requested_text(), READABLE);
    await navigate('/auth', { state: arriving(state, { email: address, sent: 'reset' }) });
  }

  const { errors, pending, form } = useForm({ check: checkResetRequest, send });
  return (
    <>
      <ViewHeading title={m.auth_forgot_title()}>
        <Mailed text={m.auth_forgot_text()} />
      </ViewHeading>
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

const NO_LINK = linkParameters('', '');

/**
 * One screen, three views; which one is in the address, so that the browser's Back works between
 * them.
 */
export default function AuthPage() {
  const hydrated = useHydrated();
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  const given = useLinkParameters();
  const link = hydrated ? given : NO_LINK;
  const registration = useServed('registration');
  const hasPasswords = useServed('passwords') !== 'off';
  const arrival = arrivalOf(hydrated ? state : null);
  const [typed, setTyped] = useState('');
  // Prerendered without a query or a fragment: until this page is taken over, the stylesheet hides a
  // view that the query does not name.
  const mode = hydrated && hasPasswords ? parameters.get('mode') : null;
  // The mail about a room names the address that it went to.
  const asked = mode === 'register' ? parameters.get('email') : null;
  const { invitation } = link;
  const isOpen =
    registration === 'invited' ? invitation !== null || asked !== null : registration !== 'closed';
  const invited = useLinkCheck(mode === 'register' ? invitation : null, (token) =>
    call('POST /auth/invitations/check', { body: { invitation: token }, withoutSession: true }),
  );
  const isOver = hasCode(invited?.error, 'INVITATION_OVER');
  const known = {
    email: typed || arrival.email || (asked ?? invited?.reply?.email ?? ''),
    onEmailChange: setTyped,
  };
  const noSignUp = isOver
    ? failureText(invited?.error)
    : registration === 'closed'
      ? m.auth_closed()
      : m.auth_by_invitation();
  return (
    <AuthLayout>
      <div className={hydrated ? undefined : 'boot-login'}>
        <p className="mt-8 hidden rounded-card bg-accent-soft p-4 text-sm text-ink server-new:block">
          {m.auth_server_new()}
        </p>
        {mode === 'register' && !invited && <AreaSpinner label={m.ui_loading()} />}
        {mode === 'register' && isOpen && !isOver && invited && (
          <RegisterView {...known} invitation={invitation} />
        )}
        {mode === 'register' && (!isOpen || isOver) && (
          <NoSignUp text={noSignUp} email={known.email} />
        )}
        {mode === 'forgot' && <ForgotPasswordView {...known} />}
        {mode !== 'register' && mode !== 'forgot' && (
          <LoginView {...known} sent={arrival.sent} link={link} />
        )}
      </div>
    </AuthLayout>
  );
}
