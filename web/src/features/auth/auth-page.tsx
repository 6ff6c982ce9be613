import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { useHydrated } from '../../lib/browser.ts';
import { language } from '../../lib/language.ts';
import { m } from '../../paraglide/messages.js';
import { TextLink } from '../../ui/button.tsx';
import { Field, Input, PasswordField } from '../../ui/field.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { arrivalOf, arriving } from './arrival.ts';
import { AuthLayout } from './auth-layout.tsx';
import { pendingEmail, register, requestReset } from './auth.api.ts';
import { fallbacks, RESET_REQUEST_FAILED, toasts } from './auth.messages.ts';
import {
  EmailField,
  type EmailKept,
  SubmitButton,
  useFirstField,
  ViewHeading,
} from './form-parts.tsx';
import { FormFailure, LoginView } from './login-view.tsx';
import { checkRegistration, checkResetRequest } from './validation.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
}

function RegisterView({ email, onEmailChange }: EmailKept) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const first = useFirstField();

  async function send({ name, email: typed, password }: Registration) {
    const address = typed.trim();
    const { message } = await register({ name: name.trim(), email: address, password });
    const [title, description, more] = toasts.registered;
    // The server speaks English.
    toast.success(title, language() === 'en' ? message || description : description, more);
    pendingEmail.set(address);
    await navigate('/auth', { state: arriving(state, { email: address, sent: 'confirmation' }) });
  }

  const { errors, failure, pending, form } = useForm({ check: checkRegistration, send });
  return (
    <>
      <ViewHeading title={m.auth_register_title()}>{m.auth_register_text()}</ViewHeading>
      <form ref={first} {...form} method="post" className="flex flex-col gap-5">
        {failure !== null && (
          <FormFailure>{failureText(failure, fallbacks.register(0))}</FormFailure>
        )}
        <Field label={m.auth_name()} error={errors.name}>
          {(control) => <Input {...control} name="name" autoComplete="name" required dir="auto" />}
        </Field>
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

function ForgotPasswordView({ email, onEmailChange }: EmailKept) {
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

/**
 * One screen, three views; which one is in the address, so that the browser's Back works between
 * them.
 */
export default function AuthPage() {
  const hydrated = useHydrated();
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  const arrival = arrivalOf(hydrated ? state : null);
  const [typed, setTyped] = useState('');
  // Prerendered without a query: until this page is taken over, the stylesheet hides a view that
  // the query does not name.
  const mode = hydrated ? parameters.get('mode') : null;
  const known = { email: typed || arrival.email, onEmailChange: setTyped };
  return (
    <AuthLayout>
      <div className={hydrated ? undefined : 'boot-login'}>
        {mode === 'register' && <RegisterView {...known} />}
        {mode === 'forgot' && <ForgotPasswordView {...known} />}
        {mode !== 'register' && mode !== 'forgot' && <LoginView {...known} sent={arrival.sent} />}
      </div>
    </AuthLayout>
  );
}
