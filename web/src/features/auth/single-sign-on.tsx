import type { Step } from '@clipline/contract/schemas/auth.ts';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { failureText } from '../../lib/api-error.ts';
import { call, urlOf } from '../../lib/api.ts';
import { useServed } from '../../lib/browser.ts';
import { HOME_PATH, inAppPath, rememberedOrigin } from '../../session/origin.ts';
import { signIn } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { buttonStyle } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { FormFailure } from './form-parts.tsx';
import type { LinkParameters } from './link-parameters.ts';
import type { SignedIn } from './step-view.tsx';

const FAILED = m.auth_oidc_failed();
const FAILURES: Readonly<Record<string, string>> = {
  OIDC_DENIED: m.auth_oidc_denied(),
  OIDC_UNAVAILABLE: m.auth_oidc_unavailable(),
};

/** How the provider led back: with a code that signs in once, or with the name of a failure. */
export function useSignOn(
  { signOnCode: code, signOnError: error, next: path }: LinkParameters,
  onStep: (step: Step, onIn: (reply: SignedIn) => Promise<void>) => void,
) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const next = inAppPath(path) ?? HOME_PATH;
  const sent = useRef<string>(undefined);
  const ask = useEffectEvent(onStep);
  useEffect(() => {
    if (code === null || sent.current === code) return;
    sent.current = code;
    const goIn = async ({ user, session }: SignedIn) => {
      signIn(user, session);
      await navigate(next, { replace: true });
    };
    call('POST /auth/oidc', { body: { code } })
      .then((reply) => ('step' in reply ? ask(reply.step, goIn) : goIn(reply)))
      .catch(setFailure);
  }, [code, next, navigate]);
  if (error !== null) return { failure: FAILURES[error] ?? FAILED, pending: false };
  return {
    failure: failure === null ? null : failureText(failure, FAILED),
    pending: code !== null && failure === null,
  };
}

export interface SingleSignOnProps {
  invitation: string | null;
  /** There is no other way in. */
  alone?: boolean;
  failure?: string | null;
  pending?: boolean;
}

export function SingleSignOn({
  invitation,
  alone = false,
  failure = null,
  pending = false,
}: SingleSignOnProps) {
  const name = useServed('oidc');
  const next = rememberedOrigin(useLocation().state) ?? undefined;
  return (
    <>
      {pending && <Spinner label={m.auth_logging_in()} />}
      {name && (
        // A page of the server, not of the app.
        <a
          href={urlOf('GET /auth/oidc', {}, { next, invitation: invitation ?? undefined })}
          className={buttonStyle(alone ? 'primary' : 'secondary', 'md', 'h-11! text-base!')}
        >
          <ShieldCheck size={18} aria-hidden />
          {m.auth_continue_with({ name })}
        </a>
      )}
      {failure !== null && <FormFailure>{failure}</FormFailure>}
      {name && !alone && (
        <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {m.auth_or()}
        </p>
      )}
    </>
  );
}
