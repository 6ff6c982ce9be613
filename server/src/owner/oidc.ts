import { canonicalAddress } from '@clipline/contract/addresses.ts';
import type { ErrorCode } from '@clipline/contract/errors.ts';
import { MAX_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { asLine } from '@clipline/contract/schemas/common.ts';
import type { Configuration, UserInfoResponse } from 'openid-client';
import type { Config } from '../core/config.ts';
import { HOUR_MS } from '../core/time.ts';
import { titleFrom } from '../core/title.ts';
import { localPart } from '../auth/registrations.ts';

/** What the provider says of a person. */
export interface Claims {
  readonly issuer: string;
  readonly sub: string;
  /** Null unless the provider confirmed it. */
  readonly email: string | null;
  readonly name: string;
}

/** What ties the way back to the way there. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Provider {
  /** Where a person signs in. */
  begin(begun: Begun): Promise<URL>;
  /** `query`: what they were led back with. */
  finish(begun: Begun, query: string): Promise<Claims>;
}

const STANDARD_SCOPES = 'openid email profile';
const PATIENCE_SECONDS = 10;
/** What was discovered is kept for so long. */
const KNOWN_MS = HOUR_MS;

class ProviderAway extends Error {}

/** Only whoever signs in by it waits for the library. */
const library = () => import('openid-client');

async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ProviderAway()), seconds * 1000);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function discover({
  OIDC_ISSUER = '',
  OIDC_CLIENT_ID = '',
  OIDC_CLIENT_SECRET,
}: Config): Promise<Configuration> {
  const client = await library();
  const [basic, post] = [
    client.ClientSecretBasic(OIDC_CLIENT_SECRET),
    client.ClientSecretPost(OIDC_CLIENT_SECRET),
  ];
  const url = new URL(OIDC_ISSUER);
  return client.discovery(
    url,
    OIDC_CLIENT_ID,
    undefined,
    (server, ...rest) => {
      // The first is what every provider takes unless it says otherwise.
      const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      return (taken.includes('client_secret_basic') ? basic : post)(server, ...rest);
    },
    {
      timeout: PATIENCE_SECONDS,
      // oxlint-disable-next-line typescript/no-deprecated -- so that it stands out; a provider on this machine alone
      ...(url.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
    },
  );
}

function personOf(issuer: string, sub: string, claims: Partial<UserInfoResponse>): Claims {
  const email =
    claims.email_verified === true ? (canonicalAddress(claims.email ?? '') ?? null) : null;
  const name = titleFrom(asLine(claims.name ?? claims.preferred_username ?? ''), MAX_NAME_LENGTH);
  return { issuer, sub, email, name: name || (email === null ? '' : localPart(email)) };
}

/** Undefined where none is configured. Nothing is asked of it before somebody signs in. */
export function providerOf(config: Config, patience = PATIENCE_SECONDS): Provider | undefined {
  if (config.OIDC_ISSUER === undefined) return undefined;
  const redirectUri = `${config.PUBLIC_URL}/api/auth/oidc/callback`;
  let known: { readonly configuration: Configuration; readonly at: number } | undefined;

  async function configurationOf(): Promise<Configuration> {
    if (known && performance.now() - known.at < KNOWN_MS) return known.configuration;
    const configuration = await discover(config).catch((cause: unknown) => {
      throw new ProviderAway('The provider could not be discovered', { cause });
    });
    known = { configuration, at: performance.now() };
    return configuration;
  }

  async function claimsOf({ state, nonce, verifier }: Begun, query: string): Promise<Claims> {
    const client = await library();
    const configuration = await configurationOf();
    const tokens = await client.authorizationCodeGrant(
      configuration,
      new URL(`${redirectUri}${query}`),
      {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      },
    );
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no ID token');
    const { iss, sub } = claims;
    const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined;
    // Many providers tell addresses there alone.
    const more =
      isComplete || configuration.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await client.fetchUserInfo(configuration, tokens.access_token, sub);
    return personOf(iss, sub, { ...claims, ...more });
  }

  return {
    begin: ({ state, nonce, verifier }) =>
      inTime(
        (async () => {
          const client = await library();
          return client.buildAuthorizationUrl(await configurationOf(), {
            redirect_uri: redirectUri,
            scope: config.OIDC_SCOPES ?? STANDARD_SCOPES,
            state,
            nonce,
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
          });
        })(),
        patience,
      ),
    finish: (begun, query) => inTime(claimsOf(begun, query), patience),
  };
}

/** Never the provider's own words. */
export function codeOf(error: unknown): ErrorCode {
  const { code, error: said, cause } = error as { code?: string; error?: string; cause?: unknown };
  if (said === 'access_denied') return 'OIDC_DENIED';
  const isAway =
    error instanceof ProviderAway ||
    // Of `fetch`, which could not reach it.
    error instanceof TypeError ||
    code === 'OAUTH_TIMEOUT' ||
    (cause instanceof Response && cause.status >= 500);
  return isAway ? 'OIDC_UNAVAILABLE' : 'OIDC_FAILED';
}
