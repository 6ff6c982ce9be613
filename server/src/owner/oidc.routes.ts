import { type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import * as endpoints from '@clipline/contract/schemas/owner.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../core/app.ts';
import { cookieHeader, readCookie } from '../core/http/headers.ts';
import { languageOfBrowser } from '../core/http/pages.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { hashToken, newToken } from '../core/ids.ts';
import { MINUTE_MS } from '../core/time.ts';
import { signIn } from '../auth/sign-in.ts';
import { type Begun, codeOf, type Provider, providerOf } from './oidc.ts';
import { ownerLimits } from './owner.limits.ts';
import { insertCode, takeCode } from './owner.queries.ts';
import { accountOf, type SignOn } from './sign-on.ts';

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
const isInApp = (path: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);

function leadTo(reply: FastifyReply, { config }: App, where: string, cookie = '') {
  const options = {
    secure: config.PUBLIC_URL.startsWith('https:'),
    maxAgeSeconds: cookie === '' ? 0 : BEGUN_MS / 1000,
    path: '/api/auth/oidc',
  };
  return reply
    .header('set-cookie', cookieHeader(COOKIE, cookie, options))
    .header('cache-control', 'no-store')
    .redirect(where, 302);
}

const failed = (reply: FastifyReply, app: App, code: ErrorCode) =>
  leadTo(reply, app, `/auth#oidc_error=${code}`);

function failedBy(reply: FastifyReply, app: App, error: unknown) {
  const code = codeOf(error);
  // Errors of the library hold what came with them, secrets too.
  const reason = error instanceof Error ? error.message : undefined;
  app.server.log.warn({ code, reason }, 'Single sign-on failed');
  return failed(reply, app, code);
}

async function start(
  { query, address, reply }: Call<typeof endpoints.startOidc>,
  app: App,
  provider: Provider,
) {
  await app.limits.take(ownerLimits.signOns, { address });
  const { next = '', invitation = null } = query;
  const token = newToken();
  const begun: Begun = { state: newToken(), nonce: newToken(), verifier: newToken() };
  const wish: Wish = { next: isInApp(next) ? next : null, invitation };
  let where: URL;
  try {
    where = await provider.begin(begun);
  } catch (error) {
    return failedBy(reply, app, error);
  }
  await insertCode(app.db, {
    code_hash: hashToken(token),
    kind: 'sign-on begun',
    about: JSON.stringify({ ...begun, ...wish }),
    expires_at: Date.now() + BEGUN_MS,
  });
  return leadTo(reply, app, where.href, token);
}

async function finish(
  { request, reply }: Call<typeof endpoints.finishOidc>,
  app: App,
  provider: Provider,
) {
  const token = readCookie(request.headers.cookie, COOKIE) ?? '';
  const kept = await takeCode(app.db, 'sign-on begun', hashToken(token), Date.now());
  if (!kept) return failed(reply, app, 'OIDC_FAILED');
  const { next, invitation, ...begun } = JSON.parse(kept.about) as Begun & Wish;
  const { search } = new URL(request.url, app.config.PUBLIC_URL);
  let signOn: SignOn;
  try {
    signOn = { ...(await provider.finish(begun, search)), invitation };
  } catch (error) {
    return failedBy(reply, app, error);
  }
  const code = newToken();
  await insertCode(app.db, {
    code_hash: hashToken(code),
    kind: 'signed on',
    about: JSON.stringify(signOn),
    expires_at: Date.now() + CODE_MS,
  });
  const then = next === null ? '' : `&next=${encodeURIComponent(next)}`;
  return leadTo(reply, app, `/auth#oidc=${code}${then}`);
}

async function exchange({ body, request, reply }: Call<typeof endpoints.signInByOidc>, app: App) {
  const kept = await takeCode(app.db, 'signed on', hashToken(body.code), Date.now());
  if (!kept) throw new ProductError('OIDC_CODE_INVALID');
  const signOn = JSON.parse(kept.about) as SignOn;
  const language = languageOfBrowser(request) ?? null;
  let afterwards: (() => void) | undefined;
  const signedIn = await signIn(app, { request, reply }, async (tx) => {
    const found = await accountOf(tx, app, signOn, language);
    ({ afterwards } = found);
    return found.user;
  });
  afterwards?.();
  return signedIn;
}
