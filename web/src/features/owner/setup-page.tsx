import { MAX_NAME_LENGTH } from '@clipline/contract/limits.ts';
import type { Step } from '@clipline/contract/schemas/auth.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText, hasCode } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { HOME_PATH } from '../../session/origin.ts';
import { signIn } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { ButtonLink } from '../../ui/button.tsx';
import { InputField, PasswordField } from '../../ui/field.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
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
import { type SignedIn, StepView } from '../auth/step-view.tsx';
import { useLinkCheck } from '../auth/use-link-check.ts';
import { checkRegistration } from '../auth/validation.ts';

/** Who opened the link of the terminal makes the account that runs the server. */
export default function SetupPage() {
  const { setupToken: token } = useLinkParameters();
  const checked = useLinkCheck(token, (asked) =>
    call('POST /auth/setup/check', { body: { token: asked }, withoutSession: true }),
  );
  if (!checked) return <FullScreenSpinner />;
  return token === null || hasCode(checked.error, 'SETUP_OVER') ? (
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
  const [step, setStep] = useState<Step>();
  const [over, setOver] = useState<unknown>(null);
  const goIn = async ({ user, session }: SignedIn) => {
    signIn(user, session);
    await navigate(HOME_PATH, { replace: true });
  };
  const { errors, failure, pending, form } = useForm({
    // It is typed once: the field can show it.
    check: (values: Record<'name' | 'email' | 'password', string>) =>
      checkRegistration({ ...values, confirmPassword: values.password }),
    async send({ name, email: typed, password }) {
      setOver(null);
      const reply = await call('POST /auth/setup', {
        body: { token, name: name.trim(), email: typed.trim(), password },
        withoutSession: true,
      });
      if ('step' in reply) setStep(reply.step);
      else await goIn(reply);
    },
  });
  const back = (why: unknown = null) => {
    setStep(undefined);
    setOver(why);
  };
  const said = over ?? failure;
  if (step)
    return (
      <AuthLayout>
        <StepView step={step} onIn={goIn} onBack={back} />
      </AuthLayout>
    );
  return (
    <AuthLayout>
      <ViewHeading title={m.owner_setup_title()}>{m.owner_setup_text()}</ViewHeading>
      <form ref={first} {...form} method="post" className="flex flex-col gap-5">
        {said !== null && <FormFailure>{failureText(said)}</FormFailure>}
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
