import { useLocation, useNavigate } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { arriving } from './arrival.ts';
import { loadAuthApi } from './load-auth-api.ts';
import { fallbacks, toasts } from './auth.messages.ts';
import { EmailField, type EmailKept } from './email-field.tsx';
import { FormFailure } from './form-failure.tsx';
import { pendingEmail } from './pending-email.ts';
import { SubmitButton } from './submit-button.tsx';
import { useForm } from './use-form.ts';
import { checkRegistration } from './validation.ts';
import { useFirstField, ViewHeading } from './view-heading.tsx';

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
    const { register } = await loadAuthApi();
    const { message } = await register({ name: name.trim(), email: address, password });
    const [title, description, more] = toasts.registered;
    toast.success(title, message || description, more);
    pendingEmail.set(address);
    await navigate('/auth', { state: arriving(state, { email: address, sent: 'confirmation' }) });
  }

  const { errors, failure, pending, form } = useForm({ check: checkRegistration, send });
  return (
    <>
      <ViewHeading title="Create your account">We will send you a link to confirm your address.</ViewHeading>
      <form ref={first} {...form} method="post" className="flex flex-col gap-5">
        {failure !== null && <FormFailure>{failureText(failure, fallbacks.register(0))}</FormFailure>}
        <Field label="Name" error={errors.name}>
          {(control) => <Input {...control} name="name" autoComplete="name" maxLength={100} required dir="auto" />}
        </Field>
        <EmailField email={email} onEmailChange={onEmailChange} error={errors.email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          error={errors.password}
          hint={errors.password ? undefined : 'At least 8 characters.'}
        />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          required
          error={errors.confirmPassword}
        />
        <SubmitButton pending={pending} label="Create account" pendingLabel="Creating account..." />
      </form>
      <p className="mt-6 text-sm text-muted">
        Already have an account?{' '}
        <TextLink to="/auth?mode=login" state={arriving(state, { email, sent: null })}>
          Log in
        </TextLink>
      </p>
    </>
  );
}
