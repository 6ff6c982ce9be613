import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface LinkState {
  readonly link?: LinkParameters;
}

/**
 * What the mail's link says, with the fragment taken out of the address bar so that no history,
 * bookmark or shared screen keeps a token. It stays in the state of this history entry: reloading
 * the page does not lose it. A link that is opened over another one in the same tab changes only the
 * fragment: its parameters replace those before.
 */
export function useLinkParameters(): LinkParameters {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [{ from, parameters }, setLink] = useState(() => ({
    from: hash,
    parameters: (!hash && (state as LinkState | null)?.link) || linkParameters(search, hash),
  }));
  if (hash && hash !== from) setLink({ from: hash, parameters: linkParameters(search, hash) });
  useEffect(() => {
    if (hash)
      void navigate(pathname + search, {
        replace: true,
        state: { link: parameters } satisfies LinkState,
      });
  }, [hash, pathname, search, parameters, navigate]);
  return parameters;
}

/** What a link of ours carries after the `#`; a server or proxy on the way never sees it. */
export interface LinkParameters {
  readonly handover: string | null;
  readonly setupToken: string | null;
  readonly invitation: string | null;
  /** How a provider of single sign-on led back. */
  readonly signOnCode: string | null;
  readonly signOnError: string | null;
  readonly next: string | null;
  readonly confirmationToken: string | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly error: string | null;
  readonly errorDescription: string | null;
}

const MAX_DESCRIPTION_LENGTH = 300;
/** Letters of base64url that 128 and 256 random bits have. */
const SHORT = 22;
const LONG = 43;

/** The token's own letters count: programs that carry links put other things behind them. */
const tokenIn = (text: string | null, letters: number): string | null =>
  /^[\w-]+/.exec(text ?? '')?.[0].slice(0, letters) ?? null;

export function linkParameters(search: string, hash: string): LinkParameters {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const token = (name: string, letters: number) => tokenIn(fragment.get(name), letters);
  const either = (name: string) => fragment.get(name) || query.get(name) || null;
  return {
    // Secrets count only where no server log can have caught them.
    handover: tokenIn(hash.slice(1), SHORT),
    setupToken: token('token', SHORT),
    invitation: token('invitation', SHORT),
    signOnCode: token('oidc', LONG),
    signOnError: tokenIn(fragment.get('oidc_error'), MAX_DESCRIPTION_LENGTH),
    next: fragment.get('next'),
    confirmationToken: token('token', LONG),
    accessToken: token('access_token', LONG),
    refreshToken: token('refresh_token', LONG),
    error: either('error'),
    // Any site can write a link: a whole page of foreign text has no place on this screen.
    errorDescription: either('error_description')?.slice(0, MAX_DESCRIPTION_LENGTH) ?? null,
  };
}

/** A denied link whose description speaks of expiry: `expired`, `expiry`, `expires`. */
export const saysExpired = ({ error, errorDescription }: LinkParameters): boolean =>
  error === 'access_denied' && /expir/i.test(errorDescription ?? '');
