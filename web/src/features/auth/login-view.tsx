import type { Step } from '@clipline/contract/schemas/auth.ts';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { useServed } from '../../lib/browser.ts';
import { rememberedOrigin } from '../../session/origin.ts';
import { signIn, useUser } from '../../session/session.ts';
import { offerPasskeyNext } from '../../session/passkey-support.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { slot, withSlots } from '../../ui/slots.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { type Arrival, arriving } from './arrival.ts';
import { lastSignUp, logIn, pendingEmail, register } from './auth.api.ts';
import {
  EmailField,
  type EmailKept,
  FormFailure,
  SubmitButton,
  useFirstField,
  ViewHeading,
} from './form-parts.tsx';
import type { LinkParameters } from './link-parameters.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { SingleSignOn, useSignOn } from './single-sign-on.tsx';
import { type SignedIn, StepView, type StepViewProps } from './step-view.tsx';
import { checkLogin } from './validation.ts';

function LoginFailure({ failure, state }: { failure: unknown; state: unknown }) {
  const unconfirmed = failure instanceof ApiError && failure.code === 'EMAIL_NOT_CONFIRMED';
  return (
    <FormFailure>
      <p>{failureText(failure, m.auth_login_failed())}</p>
      {unconfirmed && (
        <p className="mt-1 text-body sign-up-off:hidden">
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

const TEXTS = {
  confirmation: m.auth_sent_confirmation({ email: slot(0) }),
  reset: m.auth_sent_reset({ email: slot(0) }),
};

/** The toast goes; where to look for the mail stays. */
function SentNotice({ sent, email }: { sent: NonNullable<Arrival['sent']>; email: string }) {
  return (
    <div className="flex gap-3 rounded-control bg-accent-soft px-3.5 py-2.5 text-sm text-ink">
      <MailCheck size={18} aria-hidden className="mt-px shrink-0 text-accent" />
      <div className="min-w-0">
        {withSlots(
          TEXTS[sent],
          <b translate="no" className="inline-block max-w-full font-medium break-words">
            {email || m.auth_your_address()}
          </b>,
        )}
        <p className="mt-1.5 hidden text-body mail-off:block">{m.auth_mail_off()}</p>
        {sent === 'confirmation' && <SendAgain email={email} />}
      </div>
    </div>
  );
}

/** While this page is open what was signed up with is known, and is sent once more. */
function SendAgain({ email }: { email: string }) {
  const [pending, setPending] = useState(false);
  const last = lastSignUp();
  if (last?.email !== email) return null;
  const again = async () => {
    setPending(true);
    try {
      await register(last);
      toast.success(m.auth_sent_again(), email);
    } catch (error) {
      toast.error(m.auth_error(), failureText(error, m.auth_registration_failed()));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button size="sm" className="mt-2" pending={pending} onClick={() => void again()}>
      {m.auth_send_again()}
    </Button>
  );
}

export interface LoginViewProps extends EmailKept, Pick<Arrival, 'sent'> {
  /** What a link carried here: an invitation, or how a single sign-on ended. */
  link: LinkParameters;
}

/** What they came for. */
function reasonOf(path: string | null): string {
  if (path?.startsWith('/rooms/')) return m.auth_login_room();
  return path?.startsWith('/device') ? m.auth_login_device() : m.auth_login_text();
}

interface Begun {
  readonly step: Step;
  readonly onIn: StepViewProps['onIn'];
}

export function LoginView({ link, sent, ...kept }: LoginViewProps) {
  const [begun, setBegun] = useState<Begun>();
  const [failed, setFailed] = useState<unknown>(null);
  const { failure, pending } = useSignOn(link, (step, onIn) => setBegun({ step, onIn }));
  const { state } = useLocation();
  const hasPasswords = useServed('passwords') !== 'off';
  const back = (over: unknown = null) => {
    setBegun(undefined);
    setFailed(over);
  };
  if (begun) return <StepView {...begun} onBack={back} />;
  return (
    <>
      <ViewHeading title={m.auth_login_title()}>{reasonOf(rememberedOrigin(state))}</ViewHeading>
      <div className="flex flex-col gap-5">
        <SingleSignOn
          invitation={link.invitation}
          alone={!hasPasswords}
          failure={failure}
          pending={pending}
        />
        {hasPasswords && (
          <LoginForm
            {...kept}
            sent={sent}
            failed={failed}
            onFailed={setFailed}
            onStep={(step) => setBegun({ step, onIn: welcomeByPassword })}
          />
        )}
      </div>
    </>
  );
}

interface LoginFormProps extends Omit<LoginViewProps, 'link'> {
  /** Beside what the form itself was told. */
  failed: unknown;
  onFailed: (failure: unknown) => void;
  onStep: (step: Step) => void;
}

function LoginForm({ email, onEmailChange, sent, failed, onFailed, onStep }: LoginFormProps) {
  const { state } = useLocation();
  const first = useFirstField();
  // The guard around this screen moves on a second later, when the welcome was read.
  const loggedIn = useUser() !== null;
  const { errors, failure, pending, form } = useForm({
    check: checkLogin,
    async send({ email: typed, password }) {
      onFailed(null);
      const reply = await logIn({ email: typed.trim(), password });
      if ('step' in reply) onStep(reply.step);
      else welcomeByPassword(reply);
    },
  });
  const kept = arriving(state, { email, sent: null });
  const said = failed ?? failure;
  return (
    <>
      <form ref={first} {...form} method="post" className="flex flex-col gap-5">
        {sent && <SentNotice sent={sent} email={email} />}
        {said !== null && <LoginFailure failure={said} state={kept} />}
        <EmailField email={email} onEmailChange={onEmailChange} error={errors.email} passkeys />
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
      <PasskeySignIn busy={pending || loggedIn} onIn={welcome} onFailure={onFailed} />
      <p className="mt-1 flex flex-wrap items-center gap-3 text-sm text-muted sign-up-off:hidden">
        {withSlots(
          m.auth_new_here({ link: slot(0) }),
          <ButtonLink to="/auth?mode=register" state={kept}>
            {m.auth_sign_up()}
          </ButtonLink>,
        )}
      </p>
      <TextLink to="/pair" className="self-start text-sm pairing-off:hidden">
        {m.pairing_link()}
      </TextLink>
    </>
  );
}

function welcome({ user, session }: SignedIn): void {
  signIn(user, session);
  pendingEmail.clear();
  lastSignUp(null);
  toast.success(m.auth_welcome(), m.auth_welcome_text(), { duration: 3000 });
}

function welcomeByPassword(reply: SignedIn): void {
  welcome(reply);
  offerPasskeyNext();
}
