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
  const [kept, setKept] = useState(
    () => (state as LinkState | null)?.link ?? linkParameters(search, ''),
  );
  const parameters = hash ? linkParameters(search, hash) : kept;
  useEffect(() => {
    if (!hash) return;
    const link = linkParameters(search, hash);
    setKept(link);
    void navigate(pathname + search, { replace: true, state: { link } satisfies LinkState });
  }, [hash, pathname, search, navigate]);
  return parameters;
}
