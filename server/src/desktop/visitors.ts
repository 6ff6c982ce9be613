import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../core/app.ts';
import { whereWritable } from '../core/db/errors.ts';
import { cookieHeader, readCookie } from '../core/http/headers.ts';
import { isOwnCall, type OwnOrigins } from '../core/http/origins.ts';
import type { Repeating } from '../core/http/serve.ts';
import { hashToken, keyed, newId, newToken } from '../core/ids.ts';
import { DAY_SECONDS, HOUR_MS } from '../core/time.ts';
import { giveUploadsToUser } from '../uploads/uploads.queries.ts';
import { callerOfDesktop, callerOfUser } from '../uploads/uploads.ts';
import type { Claims } from './desktop.access.ts';
import { tellAdopted } from './desktop.news.ts';
import { requireDesktop } from './find-desktop.ts';
import {
  findDesktopByShareToken,
  findDesktopOfBrowser,
  findDesktopOfUser,
  giveDesktopToUser,
  markDesktopUsed,
} from './desktop.queries.ts';

export interface Visitor {
  readonly claims: Claims;
  readonly newToken: string;
  readonly address: string;
}

const COOKIE_SECONDS = 400 * DAY_SECONDS;
const NOTE_USE_MS = HOUR_MS;
/** Shorter keys may be guessed, and would hand out the token of who used them first. */
const MIN_SECRET_KEY_LENGTH = 20;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const isSecure = ({ PUBLIC_URL }: OwnOrigins) => PUBLIC_URL.startsWith('https:');
/** A name that browsers take from this very host alone: no other can plant a desktop it knows. */
const cookieOf = (own: OwnOrigins) =>
  isSecure(own) ? '__Host-clipline_desktop' : 'clipline_desktop';

export function browserHashOf(cookies: string | undefined, own: OwnOrigins): string | null {
  const token = readCookie(cookies, cookieOf(own));
  return token !== undefined && TOKEN.test(token) ? hashToken(token) : null;
}

function giveCookie(
  { config }: App,
  reply: FastifyReply,
  token: string,
  maxAgeSeconds = COOKIE_SECONDS,
): void {
  const limits = { secure: isSecure(config), maxAgeSeconds };
  reply.header('set-cookie', cookieHeader(cookieOf(config), token, limits));
}

export const rememberBrowser = (app: App, visitor: Visitor, reply: FastifyReply): void =>
  giveCookie(app, reply, visitor.newToken);

const headerOf = (request: FastifyRequest, name: string): string | undefined =>
  [request.headers[name] ?? []].flat()[0];

/** With new secrets: the old ones may be known to others who used the browser. */
async function adopt(
  app: App,
  request: FastifyRequest,
  userId: string,
  browserHash: string,
): Promise<boolean> {
  // Most calls of a signed-in user find nothing to do, and need not wait to write.
  if (
    (await findDesktopOfUser(app.db, userId)) ||
    !(await findDesktopOfBrowser(app.db, browserHash))
  )
    return false;
  const adopted = await request.call.rights.change(async (tx) => {
    if (await findDesktopOfUser(tx, userId)) return undefined;
    const desktop = await findDesktopOfBrowser(tx, browserHash);
    if (!desktop) return undefined;
    await giveDesktopToUser(tx, browserHash, {
      user_id: userId,
      share_token: newToken(),
      network_id: newId(),
    });
    await giveUploadsToUser(tx, callerOfDesktop(desktop.id), userId, callerOfUser(userId));
    return desktop;
  });
  if (adopted) tellAdopted(app, adopted);
  return adopted !== undefined;
}

/** Null for a token that we never gave out, or whose desktop is gone: others may know it. */
async function knownBrowser(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  browserHash: string,
): Promise<string | null> {
  const desktop = await findDesktopOfBrowser(app.db, browserHash);
  if (!desktop) return null;
  const now = Date.now();
  if (desktop.used_at < now - NOTE_USE_MS) {
    await whereWritable(markDesktopUsed(app.db, desktop.id, now));
    giveCookie(app, reply, readCookie(request.headers.cookie, cookieOf(app.config)) as string);
  }
  return browserHash;
}

/** A repeat whose first answer was lost, cookie included, must come from the same browser. */
function tokenFor({ config }: App, request: FastifyRequest): string {
  const key = headerOf(request, 'idempotency-key') ?? '';
  return key.length < MIN_SECRET_KEY_LENGTH
    ? newToken()
    : keyed(config.APP_SECRET, 'desktop of a browser', request.call.address, key);
}

async function claimsOf(app: App, request: FastifyRequest, reply: FastifyReply): Promise<Claims> {
  const userId = request.call.user?.id ?? null;
  const shareToken = headerOf(request, 'x-desktop-token') ?? null;
  const isOwn = isOwnCall(request.headers, app.config);
  if (!isOwn && userId === null && shareToken === null) throw new ProductError('ORIGIN_REFUSED');
  const browserHash = isOwn ? browserHashOf(request.headers.cookie, app.config) : null;
  if (browserHash === null || shareToken !== null) return { userId, browserHash, shareToken };
  // It is no visit.
  if (request.method === 'HEAD')
    return { userId, browserHash: userId === null ? browserHash : null, shareToken };
  if (userId === null)
    return {
      userId,
      browserHash: await knownBrowser(app, request, reply, browserHash),
      shareToken,
    };
  if (await whereWritable(adopt(app, request, userId, browserHash))) giveCookie(app, reply, '', 0);
  return { userId, browserHash: null, shareToken };
}

const visits = new WeakMap<FastifyRequest, Promise<Visitor>>();

/** Throws ORIGIN_REFUSED where a page of another site may be behind the call. */
export function visitorOf(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor> {
  const visit = async (): Promise<Visitor> => ({
    claims: await claimsOf(app, request, reply),
    newToken: tokenFor(app, request),
    address: request.call.address,
  });
  const visitor = visits.get(request) ?? visit();
  visits.set(request, visitor);
  return visitor;
}

export const repeatingFor = (app: App): Repeating => ({
  async callerOf(request, reply) {
    const { claims, newToken: token, address } = await visitorOf(app, request, reply);
    if (claims.userId !== null) return claims.userId;
    return claims.shareToken === null
      ? (claims.browserHash ?? hashToken(token))
      : `${hashToken(claims.shareToken)} ${address}`;
  },
  async placeOf(request, reply) {
    const { shareToken } = (await visitorOf(app, request, reply)).claims;
    if (shareToken === null) return undefined;
    const desktop = await findDesktopByShareToken(app.db, shareToken);
    return desktop && desktop.paired_at !== null ? desktop.id : undefined;
  },
  async onRepeat(request, reply) {
    const visitor = await visitorOf(app, request, reply);
    const { userId, browserHash, shareToken } = visitor.claims;
    // A renewed one is dead for repeats, too.
    if (shareToken !== null) await requireDesktop(app, app.db, visitor.claims, 'read');
    if (userId === null && browserHash === null && shareToken === null)
      rememberBrowser(app, visitor, reply);
  },
});
