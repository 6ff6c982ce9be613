import { canonicalAddress } from '@clipline/contract/addresses.ts';
import { MAX_NAME_LENGTH } from '@clipline/contract/limits.ts';
import { asLine } from '@clipline/contract/schemas/common.ts';
import type { Configuration, CustomFetchOptions } from 'openid-client';
import type { Config } from '../core/config.ts';
import { HOUR_MS } from '../core/time.ts';
import { titleFrom } from '../core/title.ts';
import { localPart } from '../auth/registrations.ts';
import { ProviderAway } from './oidc-failures.ts';

/** What the provider says of a person. */
export interface Claims {
  readonly issuer: string;
  readonly sub: string;
  /** Null unless the provider confirmed it, or is trusted to. */
  readonly email: string | null;
  readonly name: string;
}

/** What ties the way back to the way there. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type IsKnown = (issuer: string, sub: string) => Promise<boolean>;

export interface Provider {
  /** Where a person signs in. */
  begin(begun: Begun): Promise<URL>;
  /** `query`: what they were led back with. Whom `isKnown` knows is asked nothing more. */
  finish(begun: Begun, query: string, isKnown: IsKnown): Promise<Claims>;
}

const STANDARD_SCOPES = 'openid email profile';
const PATIENCE_SECONDS = 10;
/** What was discovered is kept for so long. */
const KNOWN_MS = HOUR_MS;

/** Only whoever signs in by it waits for the library. */
const library = () => import('openid-client');

async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new ProviderAway('The provider did not answer in time')),
    seconds * 1000,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function ask(url: string, options: CustomFetchOptions): Promise<Response> {
  const { origin, pathname } = new URL(url);
  try {
    const response = await fetch(url, options as RequestInit);
    // One that breaks off is no answer.
    await response.clone().arrayBuffer();
    if (response.status < 500) return response;
    throw new Error(`It said ${response.status}`, { cause: response });
  } catch (cause) {
    throw new ProviderAway(`No answer from ${origin}${pathname}`, { cause });
  }
}

const otherSlash = ({ href }: URL): URL =>
  new URL(href.endsWith('/') ? href.slice(0, -1) : `${href}/`);

const isDocument = (url: string): boolean => url.endsWith('/.well-known/openid-configuration');

async function discover(
  { OIDC_ISSUER = '', OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET }: Config,
  fetched: typeof ask,
): Promise<Configuration> {
  const client = await library();
  const [basic, post] = [
    client.ClientSecretBasic(OIDC_CLIENT_SECRET),
    client.ClientSecretPost(OIDC_CLIENT_SECRET),
  ];
  const issuer = new URL(OIDC_ISSUER);
  const discovered = (url: URL) =>
    client.discovery(
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
        [client.customFetch]: fetched,
        execute: [
          client.enableNonRepudiationChecks,
          // oxlint-disable-next-line typescript/no-deprecated -- so that it stands out; a provider on this machine alone
          ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  return discovered(issuer).catch((error: unknown) =>
    discovered(otherSlash(issuer)).catch(() => {
      throw error;
    }),
  );
}

/** What a provider says, whatever it is. */
type Told = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The address, and what is said of it where it stands; else what the other says of the same one. */
function addressOf(token: Told, info: Told) {
  const [place, other] = textOf(token['email']) === undefined ? [info, token] : [token, info];
  const [email, otherEmail] = [textOf(place['email']), textOf(other['email'])];
  const isSaid = typeof place['email_verified'] === 'boolean';
  const isSame = otherEmail === undefined || otherEmail === email;
  const isVerified = isSaid || !isSame ? place['email_verified'] : other['email_verified'];
  return { email, isVerified: isVerified ?? place['email_verified'] };
}

const isTrusted = (isVerified: unknown): boolean =>
  isVerified === undefined || isVerified === null || isVerified === true || isVerified === 'true';

export function personOf(
  { OIDC_EMAILS }: Pick<Config, 'OIDC_EMAILS'>,
  { issuer, sub }: { readonly issuer: string; readonly sub: string },
  token: Told,
  info: Told,
): Claims {
  const { email: said, isVerified } = addressOf(token, info);
  const counts = OIDC_EMAILS === 'trusted' ? isTrusted(isVerified) : isVerified === true;
  const email = counts ? (canonicalAddress(said ?? '') ?? null) : null;
  const [called] = [token, info].flatMap((each) =>
    [each['name'], each['preferred_username']].flatMap((name) => textOf(name) || []),
  );
  const name = titleFrom(asLine(called ?? ''), MAX_NAME_LENGTH);
  return { issuer, sub, email, name: name || (email === null ? '' : localPart(email)) };
}

/** As OpenID Connect bounds it; PostgreSQL takes no NUL. */
const SUBJECT = /^[^\0]{1,255}$/;

/** Undefined where none is configured. Nothing is asked of it before somebody signs in. */
export function providerOf(config: Config, patience = PATIENCE_SECONDS): Provider | undefined {
  if (config.OIDC_ISSUER === undefined) return undefined;
  const redirectUri = `${config.PUBLIC_URL}/api/auth/oidc/callback`;
  let known: { readonly document: Response; readonly at: number } | undefined;

  /**
   * A configuration keeps the keys that it read. With one for each sign-on a key that was just made
   * counts, and one that was withdrawn does not.
   */
  async function configurationOf(): Promise<Configuration> {
    const kept = known && performance.now() - known.at < KNOWN_MS ? known : undefined;
    let document = kept?.document;
    const configuration = await discover(config, async (url, options) => {
      if (!isDocument(url)) return ask(url, options);
      document ??= await ask(url, options);
      return document.clone();
    });
    known = kept ?? (document && { document, at: performance.now() });
    return configuration;
  }

  async function addressFor({ state, nonce, verifier }: Begun): Promise<URL> {
    const client = await library();
    return client.buildAuthorizationUrl(await configurationOf(), {
      redirect_uri: redirectUri,
      scope: config.OIDC_SCOPES ?? STANDARD_SCOPES,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  async function claimsOf(
    { state, nonce, verifier }: Begun,
    query: string,
    isKnown: IsKnown,
  ): Promise<Claims> {
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
    const token = tokens.claims();
    if (!token) throw new Error('The provider sent no ID token');
    const person = { issuer: token.iss, sub: token.sub };
    if (!SUBJECT.test(person.sub)) throw new Error('A subject has 1 to 255 letters and no NUL');
    const isComplete =
      textOf(token['email']) !== undefined && typeof token['email_verified'] === 'boolean';
    // Many providers tell addresses there alone.
    const more =
      isComplete ||
      configuration.serverMetadata().userinfo_endpoint === undefined ||
      (await isKnown(person.issuer, person.sub))
        ? {}
        : await client.fetchUserInfo(configuration, tokens.access_token, person.sub);
    return personOf(config, person, token, more);
  }

  return {
    begin: (begun) => inTime(addressFor(begun), patience),
    finish: (begun, query, isKnown) => inTime(claimsOf(begun, query, isKnown), patience),
  };
}
