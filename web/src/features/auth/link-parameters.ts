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

/** What the link of a mail carries after the `#`; a server or proxy on the way never sees it. */
export interface LinkParameters {
  /** All of it, where a link carries something else. */
  readonly whole: string;
  readonly confirmationToken: string | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly error: string | null;
  readonly errorDescription: string | null;
}

const MAX_DESCRIPTION_LENGTH = 300;

export function linkParameters(search: string, hash: string): LinkParameters {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const either = (name: string) => fragment.get(name) || query.get(name) || null;
  return {
    whole: hash.slice(1),
    // Secrets count only where no server log can have caught them.
    confirmationToken: fragment.get('token') || null,
    accessToken: fragment.get('access_token') || null,
    refreshToken: fragment.get('refresh_token') || null,
    error: either('error'),
    // Any site can write a link: a whole page of foreign text has no place on this screen.
    errorDescription: either('error_description')?.slice(0, MAX_DESCRIPTION_LENGTH) ?? null,
  };
}

/** A denied link whose description speaks of expiry: `expired`, `expiry`, `expires`. */
export const saysExpired = ({ error, errorDescription }: LinkParameters): boolean =>
  error === 'access_denied' && /expir/i.test(errorDescription ?? '');
