import { type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/owner.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { cookieHeader, readCookie } from '../core/http/headers.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { hashToken, newToken } from '../core/ids.ts';
import { MINUTE_MS } from '../core/time.ts';
import { signIn } from '../auth/sign-in.ts';
import { failureOf } from './oidc-failures.ts';
import { type Begun, type IsKnown, type Provider, providerOf } from './oidc.ts';
import { MAX_NEXT_LENGTH, MAX_SIGN_ONS, ownerLimits } from './owner.limits.ts';
import { findUserBySub, insertCode, keepNewestCodes, takeCode } from './owner.queries.ts';
import { accountOf, findAccount, type SignOn } from './sign-on.ts';

const COOKIE = 'sign-on';
const BEGUN_MS = 10 * MINUTE_MS;
const CODE_MS = MINUTE_MS;

interface Wish {
  readonly next: string | null;
  readonly invitation: string | null;
}

export function serveOidc(app: App): void {
  const provider = providerOf(app.config);
  const required = (): Provider => {
    if (!provider) throw new ProductError('NOT_FOUND');
    return provider;
  };
  serve(app, endpoints.startOidc, (call) => start(call, app, required()));
  serve(app, endpoints.finishOidc, (call) => finish(call, app, required()));
  serve(app, endpoints.signInByOidc, (call) => {
    required();
    return exchange(call, app);
  });
}

/** Of this app, and nothing that a browser takes for another address. */
const isInApp = (path: string): boolean =>
  path.length <= MAX_NEXT_LENGTH && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);

/** The cookie names the browser; it has several sign-ons on their way where it has several tabs. */
function browserOf({ headers }: FastifyRequest): string | undefined {
  const token = readCookie(headers.cookie, COOKIE) ?? '';
  return /^[\w-]{43}$/.test(token) ? token : undefined;
}

function keepBrowser(reply: FastifyReply, { config }: App, browser: string): void {
  const secure = config.PUBLIC_URL.startsWith('https:');
  const options = { secure, maxAgeSeconds: BEGUN_MS / 1000, path: '/api/auth/oidc' };
  reply.header('set-cookie', cookieHeader(COOKIE, browser, options));
}

const leadTo = (reply: FastifyReply, where: string) =>
  reply.header('cache-control', 'no-store').redirect(where, 302);

const failed = (reply: FastifyReply, code: ErrorCode) => leadTo(reply, `/auth#oidc_error=${code}`);

async function failedBy(
  reply: FastifyReply,
  { config, server }: App,
  error: unknown,
  secrets: readonly string[],
) {
  const { OIDC_CLIENT_SECRET } = config;
  const failure = await failureOf(error, [...secrets, OIDC_CLIENT_SECRET ?? ''].filter(Boolean));
  server.log.warn(failure, 'Single sign-on failed');
  return failed(reply, failure.code);
}

async function start(
  { query, address, request, reply }: Call<typeof endpoints.startOidc>,
  app: App,
  provider: Provider,
) {
  // It leads back to one origin, where another's browser has no cookie of it.
  if (!app.origins.isHome(request.headers.host)) throw new ProductError('NOT_FOUND');
  await app.limits.take(ownerLimits.signOns, { address });
  const { next = '', invitation = null } = query;
  const browser = browserOf(request) ?? newToken();
  const begun: Begun = { state: newToken(), nonce: newToken(), verifier: newToken() };
  const wish: Wish = { next: isInApp(next) ? next : null, invitation };
  let where: URL;
  try {
    where = await provider.begin(begun);
  } catch (error) {
    return failedBy(reply, app, error, Object.values(begun));
  }
  const browserHash = hashToken(browser);
  await insertCode(app.db, {
    code_hash: hashToken(begun.state),
    kind: 'sign-on begun',
    about: JSON.stringify({ ...begun, ...wish }),
    browser_hash: browserHash,
    expires_at: Date.now() + BEGUN_MS,
  });
  await keepNewestCodes(app.db, 'sign-on begun', browserHash, MAX_SIGN_ONS);
  keepBrowser(reply, app, browser);
  return leadTo(reply, where.href);
}

async function finish(
  { request, reply }: Call<typeof endpoints.finishOidc>,
  app: App,
  provider: Provider,
) {
  const browser = browserOf(request);
  const { search, searchParams } = new URL(request.url, app.config.PUBLIC_URL);
  const stateHash = hashToken(searchParams.get('state') ?? '');
  const kept =
    browser && (await takeCode(app.db, 'sign-on begun', stateHash, Date.now(), hashToken(browser)));
  if (!kept) return failed(reply, 'OIDC_FAILED');
  const { next, invitation, ...begun } = JSON.parse(kept.about) as Begun & Wish;
  const isKnown: IsKnown = async (issuer, sub) =>
    (await findUserBySub(app.db, issuer, sub)) !== undefined;
  let signOn: SignOn;
  try {
    signOn = { ...(await provider.finish(begun, search, isKnown)), invitation };
  } catch (error) {
    const secrets = [...Object.values(begun), ...searchParams.getAll('code')];
    return failedBy(reply, app, error, secrets);
  }
  const code = newToken();
  await insertCode(app.db, {
    code_hash: hashToken(code),
    kind: 'signed on',
    about: JSON.stringify(signOn),
    browser_hash: hashToken(browser),
    expires_at: Date.now() + CODE_MS,
  });
  // The code may outlive what is left of the ten minutes.
  keepBrowser(reply, app, browser);
  const then = next === null ? '' : `&next=${encodeURIComponent(next)}`;
  return leadTo(reply, `/auth#oidc=${code}${then}`);
}

async function exchange({ body, request, reply }: Call<typeof endpoints.signInByOidc>, app: App) {
  const browser = browserOf(request);
  if (browser === undefined) throw new ProductError('OIDC_CODE_INVALID');
  const [codeHash, browserHash] = [hashToken(body.code), hashToken(browser)];
  const language = languageOfBrowser(request) ?? null;
  return signIn(app, { request, reply }, 'single-sign-on', async (tx) => {
    const kept = await takeCode(tx, 'signed on', codeHash, Date.now(), browserHash);
    if (!kept) throw new ProductError('OIDC_CODE_INVALID');
    const signOn = JSON.parse(kept.about) as SignOn;
    return {
      user: (await findAccount(tx, signOn)).user,
      about: kept.about,
      bring: (each) => accountOf(each, app, signOn, language),
    };
  });
}
