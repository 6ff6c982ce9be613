import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { linkParameters, type LinkParameters } from './link-parameters.ts';

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
