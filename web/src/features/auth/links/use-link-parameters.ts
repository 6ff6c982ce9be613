import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { linkParameters, type LinkParameters } from './link-parameters.ts';

interface LinkState {
  readonly link?: LinkParameters;
}

/**
 * What the mail's link says, with the fragment taken out of the address bar so that no history,
 * bookmark or shared screen keeps a token. It stays in the state of this history entry: reloading
 * the page does not lose it.
 */
export function useLinkParameters(): LinkParameters {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [parameters] = useState(() =>
    hash
      ? linkParameters(search, hash)
      : ((state as LinkState | null)?.link ?? linkParameters(search, '')),
  );
  useEffect(() => {
    if (hash)
      void navigate(pathname + search, {
        replace: true,
        state: { link: parameters } satisfies LinkState,
      });
  }, [hash, pathname, search, parameters, navigate]);
  return parameters;
}
