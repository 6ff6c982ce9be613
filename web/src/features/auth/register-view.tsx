import { useLocation, useNavigate } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { language } from '../../lib/language.ts';
import { m } from '../../paraglide/messages.js';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { arriving } from './arrival.ts';
import { pendingEmail, register } from './auth.api.ts';
import { fallbacks, toasts } from './auth.messages.ts';
import {
  EmailField,
  type EmailKept,
  SubmitButton,
  useFirstField,
  ViewHeading,
} from './form-parts.tsx';
import { FormFailure } from './login-view.tsx';
import { useForm } from '../../ui/use-form.ts';
import { checkRegistration } from './validation.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
}

export function RegisterView({ email, onEmailChange }: EmailKept) {
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
