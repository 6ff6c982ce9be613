import { MAX_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { HOME_PATH } from '../../session/origin.ts';
import { signIn } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { ButtonLink } from '../../ui/button.tsx';
import { InputField, PasswordField } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AuthLayout } from '../auth/auth-layout.tsx';
import {
  EmailField,
  FormFailure,
  SubmitButton,
  useFirstField,
  ViewHeading,
} from '../auth/form-parts.tsx';
import { useLinkParameters } from '../auth/link-parameters.ts';
import { StatusScreen } from '../auth/status-screen.tsx';
import { checkRegistration } from '../auth/validation.ts';

/** Who opened the link of the terminal makes the account that runs the server. */
export default function SetupPage() {
  const { confirmationToken: token } = useLinkParameters();
  return token === null ? (
    <StatusScreen status="expired" title={m.owner_setup_over_title()} text={m.owner_setup_over()}>
      <ButtonLink to="/auth?mode=login">{m.auth_go_to_login()}</ButtonLink>
    </StatusScreen>
  ) : (
    <FirstAccount token={token} />
  );
}

function FirstAccount({ token }: { token: string }) {
  const navigate = useNavigate();
  const first = useFirstField();
  const [email, setEmail] = useState('');
  const { errors, failure, pending, form } = useForm({
    // It is typed once: the field can show it.
    check: (values: Record<'name' | 'email' | 'password', string>) =>
      checkRegistration({ ...values, confirmPassword: values.password }),
    async send({ name, email: typed, password }) {
      const { user, session } = await call('POST /auth/setup', {
        body: { token, name: name.trim(), email: typed.trim(), password },
        withoutSession: true,
      });
      signIn(user, session);
      await navigate(HOME_PATH, { replace: true });
    },
  });
  return (
    <AuthLayout>
      <ViewHeading title={m.owner_setup_title()}>{m.owner_setup_text()}</ViewHeading>
      <form ref={first} {...form} method="post" className="flex flex-col gap-5">
        {failure !== null && <FormFailure>{failureText(failure)}</FormFailure>}
        <InputField
          label={m.auth_name()}
          error={errors.name}
          name="name"
          autoComplete="name"
          required
          dir="auto"
          maxLength={MAX_NAME_LENGTH}
        />
        <EmailField email={email} onEmailChange={setEmail} error={errors.email} />
        <PasswordField
          label={m.auth_password()}
          name="password"
          autoComplete="new-password"
          required
          error={errors.password}
          hint={m.owner_setup_hint()}
        />
        <SubmitButton
          pending={pending}
          label={m.owner_setup_create()}
          pendingLabel={m.auth_creating_account()}
        />
      </form>
    </AuthLayout>
  );
}
