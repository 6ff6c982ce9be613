import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasCode } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { useHydrated, whenIdle } from '../../lib/browser.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { passkeysWork } from '../../session/passkey-support.ts';
import {
  askPasskey,
  type AuthenticationResponseJSON,
  forgetPasskey,
  offerPasskey,
} from '../../session/passkeys.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import type { SignedIn } from './step-view.tsx';

/** What is asked with is good for as long. */
const OFFER_MS = 5 * MINUTE_MS;

const askOptions = () => call('POST /auth/passkey/options', { withoutSession: true });

async function enter(response: AuthenticationResponseJSON): Promise<SignedIn> {
  try {
    return await call('POST /auth/passkey', { body: { response }, withoutSession: true });
  } catch (error) {
    if (hasCode(error, 'PASSKEY_UNKNOWN')) forgetPasskey(response);
    throw error;
  }
}

export interface PasskeySignInProps {
  /** The form beside it signs in. */
  busy: boolean;
  onIn: (reply: SignedIn) => void;
  onFailure: (failure: unknown) => void;
}

/** By a button, and meanwhile by the browser as the address is filled in. */
export function PasskeySignIn({ busy, onIn, onFailure }: PasskeySignInProps) {
  const hydrated = useHydrated();
  const [pending, setPending] = useState(false);
  const works = hydrated && passkeysWork();
  const sign = async (response: AuthenticationResponseJSON): Promise<boolean> => {
    try {
      onIn(await enter(response));
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
  const signOffered = useEffectEvent(sign);

  const offering = works && !pending;
  useEffect(() => {
    if (!offering) return undefined;
    let hasLeft = false;
    let round = new AbortController();
    const offer = async () => {
      while (!hasLeft) {
        round = new AbortController();
        const timer = setTimeout(() => round.abort(), OFFER_MS);
        const response = await offerPasskey(askOptions, round.signal);
        clearTimeout(timer);
        if (response ? await signOffered(response) : !round.signal.aborted) return;
      }
    };
    // Nobody asked for it: where it fails nothing is said.
    whenIdle(() => void offer().catch(() => undefined));
    return () => {
      hasLeft = true;
      round.abort();
    };
  }, [offering]);

  const press = async () => {
    setPending(true);
    onFailure(null);
    try {
      const response = await askPasskey(askOptions);
      if (response) await sign(response);
    } catch (error) {
      onFailure(error);
    } finally {
      setPending(false);
    }
  };
  if (hydrated && !works) return null;
  return (
    <Button
      pending={pending}
      disabled={!hydrated || busy}
      // Where the server has none it is not seen before the page is taken over, either.
      className="w-full disabled:opacity-100 passkeys-off:hidden"
      onClick={() => void press()}
    >
      <KeyRound size={16} aria-hidden />
      {m.security_sign_in_passkey()}
    </Button>
  );
}
