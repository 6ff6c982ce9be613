import { HANDOVER_POLL_SECONDS, HANDOVER_SECONDS } from '@clipline/contract/limits.ts';
import { Check, Download } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { install, isInstalled, isOnIos, useInstallOffer } from '../../lib/install-offer.ts';
import { readJson, tabStorage } from '../../lib/storage.ts';
import { HOME_PATH } from '../../session/origin.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { signIn } from '../../session/session.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Logo } from '../../ui/logo.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { useLinkParameters } from '../auth/link-parameters.ts';

type Step =
  | { readonly is: 'looking' }
  | { readonly is: 'asking'; readonly as: string }
  | { readonly is: 'waiting'; readonly claim: string; readonly code: string }
  | { readonly is: 'in' }
  | { readonly is: 'over'; readonly text: string };

const OVER: Step = { is: 'over', text: m.owner_code_over() };
const ENDS: Readonly<Record<string, Step>> = {
  HANDOVER_NOT_FOUND: OVER,
  EXPIRED_TOKEN: OVER,
  ACCESS_DENIED: { is: 'over', text: m.owner_handover_refused() },
};

const endOf = (error: unknown): Step =>
  (error instanceof ApiError && ENDS[error.code ?? '']) || {
    is: 'over',
    text: failureText(error),
  };

/** It may be answered the next time. */
const isUndecided = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'AUTHORIZATION_PENDING' || error.status === 0 || error.status >= 500);

/** What the person scanned: another device of theirs asks to be signed in. */
export default function HandoverPage() {
  const token = useLinkParameters().handover ?? '';
  return <Handover key={token} token={token} />;
}

const CLAIM = 'clipline:handover';

interface Claim {
  readonly token: string;
  readonly claim: string;
  readonly code: string;
  readonly at: number;
}

/** What this tab claimed with the token: a reload does not lose it. */
function keptClaim(token: string): Step | undefined {
  const kept = readJson(CLAIM, tabStorage) as Claim | null;
  const isSame = token === '' || kept?.token === token;
  return kept && isSame && Date.now() - kept.at < HANDOVER_SECONDS * 1000
    ? { is: 'waiting', claim: kept.claim, code: kept.code }
    : undefined;
}

const keepClaim = (claim: Claim) => tabStorage.set(CLAIM, JSON.stringify(claim));
const forgetClaim = () => tabStorage.remove(CLAIM);

function Handover({ token }: { token: string }) {
  const [step, setStep] = useState<Step>(
    () => keptClaim(token) ?? (token === '' ? OVER : { is: 'looking' }),
  );
  const isLooking = step.is === 'looking';

  useEffect(() => {
    if (!isLooking) return undefined;
    const leaving = new AbortController();
    call('GET /auth/handover', {
      headers: { 'x-handover-token': token },
      withoutSession: true,
      signal: leaving.signal,
    }).then(
      ({ as }) => setStep({ is: 'asking', as }),
      (error: unknown) => leaving.signal.aborted || setStep(endOf(error)),
    );
    return () => leaving.abort();
  }, [token, isLooking]);

  const claim = step.is === 'waiting' ? step.claim : undefined;
  useEffect(() => {
    if (claim === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isHere = true;
    const ask = async () => {
      try {
        const { user, session } = await call('POST /auth/handover/session', {
          body: { claim },
          withoutSession: true,
        });
        if (!isHere) return;
        forgetClaim();
        signIn(user, session);
        setStep({ is: 'in' });
      } catch (error) {
        if (!isHere) return;
        if (isUndecided(error)) return void wait();
        forgetClaim();
        setStep(endOf(error));
      }
    };
    const wait = () => (timer = setTimeout(() => void ask(), HANDOVER_POLL_SECONDS * 1000));
    wait();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [claim]);

  if (step.is === 'looking') return <FullScreenSpinner />;
  if (step.is === 'asking') return <Asking token={token} as={step.as} onStep={setStep} />;
  if (step.is === 'waiting') return <Waiting code={step.code} />;
  if (step.is === 'in') return <In />;
  return (
    <Screen title={m.owner_handover()} text={step.text}>
      <ButtonLink size="lg" to="/auth?mode=login">
        {m.auth_log_in()}
      </ButtonLink>
    </Screen>
  );
}

interface ScreenProps {
  title: string;
  text: string;
  /** Above the title, in the middle; the name of the product otherwise. */
  picture?: ReactNode;
  children: ReactNode;
}

function Screen({ title, text, picture, children }: ScreenProps) {
  const heading = usePageTitle(title);
  return (
    <main className="mx-auto flex min-h-dvh max-w-112 flex-col px-6 pt-24 pb-8">
      <div className={picture ? 'my-auto flex flex-col items-center text-center' : ''}>
        {picture ?? <Logo mark />}
        <h1 ref={heading} tabIndex={-1} className="mt-6 text-xl font-semibold wrap-anywhere">
          {title}
        </h1>
        <p role="status" className="mt-2 max-w-80 text-base text-muted">
          {text}
        </p>
      </div>
      <div className="mt-auto flex flex-col gap-2 pt-10">{children}</div>
    </main>
  );
}

interface AskingProps {
  token: string;
  as: string;
  onStep: (step: Step) => void;
}

function Asking({ token, as, onStep }: AskingProps) {
  const [pending, setPending] = useState(false);
  const go = async () => {
    setPending(true);
    try {
      const { claim, code } = await call('POST /auth/handover/claim', {
        body: { token },
        withoutSession: true,
      });
      keepClaim({ token, claim, code, at: Date.now() });
      onStep({ is: 'waiting', claim, code });
    } catch (error) {
      onStep(endOf(error));
    }
  };
  return (
    <Screen title={m.owner_sign_in_as({ email: as })} text={m.owner_sign_in_as_text()}>
      <Button size="lg" variant="primary" pending={pending} onClick={() => void go()}>
        {m.programs_continue()}
      </Button>
      <ButtonLink size="lg" variant="ghost" to="/">
        {m.owner_not_me()}
      </ButtonLink>
    </Screen>
  );
}

const Waiting = ({ code }: { code: string }) => (
  <Screen
    title={m.owner_allow_there()}
    text={m.owner_same_number()}
    picture={
      <span translate="no" className="font-mono text-[88px]/[96px] font-semibold text-ink">
        {code}
      </span>
    }
  >
    <p className="flex items-center justify-center gap-2 text-sm text-muted">
      <span aria-hidden className="size-2 animate-breathe rounded-full bg-accent" />
      {m.owner_waiting()}
    </p>
    <ButtonLink size="lg" variant="ghost" to="/" onClick={forgetClaim}>
      {m.ui_cancel()}
    </ButtonLink>
  </Screen>
);

function In() {
  const navigate = useNavigate();
  const offer = useInstallOffer();
  const canBeInstalled = offer !== undefined || (isOnIos() && !isInstalled());
  const goOn = () => void navigate(HOME_PATH, { replace: true });
  useEffect(() => {
    if (!canBeInstalled) goOn();
  });
  return (
    <Screen
      title={m.owner_in()}
      text={offer ? m.owner_in_text() : m.account_install_ios()}
      picture={<IconTile icon={Check} tone="accent" large />}
    >
      <Button size="lg" variant="primary" onClick={goOn}>
        {m.owner_open_clips()}
      </Button>
      {offer && (
        <Button size="lg" variant="ghost" onClick={() => void install(offer)}>
          <Download size={18} aria-hidden />
          {m.account_install()}
        </Button>
      )}
    </Screen>
  );
}
