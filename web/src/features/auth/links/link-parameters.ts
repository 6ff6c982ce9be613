/** What the link of a mail carries after the `#`; a server or proxy on the way never sees it. */
export interface LinkParameters {
  readonly confirmationToken: string | null;
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly error: string | null;
  readonly errorDescription: string | null;
}

const MAX_DESCRIPTION_LENGTH = 300;

/** Reads query and fragment; the fragment wins. */
export function linkParameters(search: string, hash: string): LinkParameters {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const either = (name: string) => fragment.get(name) || query.get(name) || null;
  return {
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
