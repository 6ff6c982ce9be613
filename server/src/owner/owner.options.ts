import { oneOf, option, optional, type Options, url, type ValuesOf } from '../core/config.ts';

const OTHERS = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'];
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whoever listens on the way could let themselves in. */
function issuer(value: string | undefined): string | undefined {
  const given = url('https:', 'http:')(value);
  if (given === undefined) return undefined;
  const { protocol, hostname } = new URL(given);
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new Error('must start with https://, but for a provider on this machine');
  return given;
}

export const ownerOptions = {
  REGISTRATION: option(
    'unset: as /admin says',
    'Who may sign up: open, invited or closed.',
    (value) => (value === undefined ? undefined : oneOf('open', 'invited', 'closed')(value)),
  ),
  OIDC_ISSUER: option(
    'unset',
    'Provider of single sign-on (OpenID Connect), such as https://id.example.com.',
    issuer,
    OTHERS,
  ),
  OIDC_CLIENT_ID: option('unset', 'What the provider calls this server.', optional, OTHERS),
  OIDC_CLIENT_SECRET: option('unset', 'Secret that the provider gave it.', optional, OTHERS),
  OIDC_NAME: option('unset', 'Name on the button: Continue with {name}.', optional, OTHERS),
  OIDC_SCOPES: option(
    'openid email profile',
    'What is asked of the provider.',
    (value) => {
      if (value !== undefined && !value.split(/\s+/).includes('openid'))
        throw new Error('must have openid among them');
      return value;
    },
    OTHERS,
  ),
  OIDC_EMAILS: option(
    'verified',
    'trusted takes addresses of which the provider does not say whether it verified them, too.',
    (value) => (oneOf('verified', 'trusted')(value) === 'trusted' ? 'trusted' : undefined),
    OTHERS,
  ),
  PASSWORDS: option(
    'on',
    'off lets people in by single sign-on alone.',
    (value) => (oneOf('on', 'off')(value) === 'off' ? 'off' : undefined),
    OTHERS,
  ),
} as const satisfies Options;

declare module '../core/config.ts' {
  interface Config extends ValuesOf<typeof ownerOptions> {}
}
