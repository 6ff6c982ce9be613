import { ProductError } from '@clipline/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Db, whereWritable } from '../core/db/database.ts';
import { cookieHeader, readCookie } from '../core/http/headers.ts';
import { networkHashOf } from '../core/http/limits.ts';
import { isOwnCall, type OwnOrigins } from '../core/http/origins.ts';
import type { Rights } from '../core/http/current-user.ts';
import type { Repeating } from '../core/http/serve.ts';
import { hashToken, keyed, newId, newToken } from '../core/ids.ts';
import { DAY_SECONDS, HOUR_MS } from '../core/time.ts';
import type { Claims } from './desktop.access.ts';
import type { Desktops } from './desktop.ts';
import {
  findDesktopOfBrowser,
  findDesktopOfUser,
  giveDesktopToUser,
  markDesktopUsed,
} from './desktops.queries.ts';

const isSecure = ({ PUBLIC_URL }: OwnOrigins) => PUBLIC_URL.startsWith('https:');
/**
 * Over HTTPS by a name that browsers take from this very host alone: another one of the same domain
 * could otherwise give a visitor the cookie of a desktop that it knows.
 */
const cookieOf = (own: OwnOrigins) =>
  isSecure(own) ? '__Host-clipline_desktop' : 'clipline_desktop';
/** As long as browsers keep a cookie. */
const COOKIE_SECONDS = 400 * DAY_SECONDS;
/** How exactly it is noted when a browser was here last. */
const NOTE_USE_MS = HOUR_MS;
/**
 * Shorter keys may be guessed, and would hand out the token of the browser that used them first.
 */
const MIN_SECRET_KEY_LENGTH = 20;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What the cookie of a browser claims. */
export function browserHashOf(cookies: string | undefined, own: OwnOrigins): string | null {
  const token = readCookie(cookies, cookieOf(own));
  return token !== undefined && TOKEN.test(token) ? hashToken(token) : null;
}

/** Who calls. */
export interface Visitor {
  readonly claims: Claims;
  /** The token that a desktop of this browser gets if the call creates one. */
  readonly newToken: string;
  readonly address: string;
  /** Of the network that the call comes from: what it stores signed out is summed up by it. */
  readonly networkHash: string;
}

const headerOf = (request: FastifyRequest, name: string): string | undefined =>
  [request.headers[name] ?? []].flat()[0];

/**
 * The browser's desktop becomes the user's, who has none, with secrets of its own: those that it
 * had may be known to others who used the browser. A later user of the browser, signed out,
 * has a fresh one. False when there is nothing to adopt.
 */
async function adopt(
  { db, news }: Desktops,
  { change }: Rights,
  userId: string,
  browserHash: string,
): Promise<boolean> {
  // Most calls of a signed-in user find nothing to do, and need not wait to write.
  if ((await findDesktopOfUser(db, userId)) || !(await findDesktopOfBrowser(db, browserHash)))
    return false;
  const given = await change(async (tx) => {
    if (await findDesktopOfUser(tx, userId)) return undefined;
    const desktop = await findDesktopOfBrowser(tx, browserHash);
    if (desktop)
      await giveDesktopToUser(tx, browserHash, {
        user_id: userId,
        share_token: newToken(),
        network_id: newId(),
      });
    return desktop;
  });
  if (given) news.adopted(given);
  return given !== undefined;
}

/** Whether the browser has a desktop; its cookie is worth keeping then. */
async function isKnown(db: Db, browserHash: string, renew: () => void): Promise<boolean> {
  const desktop = await findDesktopOfBrowser(db, browserHash);
  const now = Date.now();
  if (desktop && desktop.used_at < now - NOTE_USE_MS) {
    await whereWritable(markDesktopUsed(db, desktop.id, now));
    renew();
  }
  return desktop !== undefined;
}

function giveCookie(
  { own }: Desktops,
  reply: FastifyReply,
  token: string,
  maxAgeSeconds = COOKIE_SECONDS,
): void {
  const limits = { secure: isSecure(own), maxAgeSeconds };
  reply.header('set-cookie', cookieHeader(cookieOf(own), token, limits));
}

/**
 * A repeated creation whose first answer was lost, cookie included, must come from the same
 * browser as the first.
 */
function tokenFor({ secret }: Desktops, request: FastifyRequest): string {
  const key = headerOf(request, 'idempotency-key') ?? '';
  return key.length < MIN_SECRET_KEY_LENGTH
    ? newToken()
    : keyed(secret, 'desktop of a browser', request.call.address, key);
}

async function visit(
  desktops: Desktops,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor> {
  const { db, secret, own } = desktops;
  const { address, rights } = request.call;
  const userId = request.call.user?.id ?? null;
  const shareToken = headerOf(request, 'x-desktop-token') ?? null;
  const isOwn = isOwnCall(request.headers, own);
  if (!isOwn && userId === null && shareToken === null) throw new ProductError('ORIGIN_REFUSED');
  const { cookie } = request.headers;
  const browserHash = isOwn ? browserHashOf(cookie, own) : null;
  const visitor = {
    newToken: tokenFor(desktops, request),
    address,
    networkHash: networkHashOf(secret, address),
  };
  if (browserHash === null || shareToken !== null)
    return { ...visitor, claims: { userId, browserHash, shareToken } };
  if (userId !== null) {
    if (await whereWritable(adopt(desktops, rights, userId, browserHash)))
      giveCookie(desktops, reply, '', 0);
    return { ...visitor, claims: { userId, browserHash: null, shareToken } };
  }
  const renew = () => giveCookie(desktops, reply, readCookie(cookie, cookieOf(own)) as string);
  // A token that we never gave out, or whose desktop is gone, may be known to others.
  const known = await isKnown(db, browserHash, renew);
  return { ...visitor, claims: { userId, browserHash: known ? browserHash : null, shareToken } };
}

const visits = new WeakMap<FastifyRequest, Promise<Visitor>>();

/**
 * Who calls, looked up once. Throws ORIGIN_REFUSED where a page of another site may be behind the
 * call.
 */
export function visitorOf(
  desktops: Desktops,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor> {
  const visitor = visits.get(request) ?? visit(desktops, request, reply);
  visits.set(request, visitor);
  return visitor;
}

/** Makes the browser the owner of the desktop that was created for it. */
export const remember = (desktops: Desktops, visitor: Visitor, reply: FastifyReply): void =>
  giveCookie(desktops, reply, visitor.newToken);

export const repeatingFor = (desktops: Desktops): Repeating => ({
  async callerOf(request, reply) {
    const { claims, newToken: token, address } = await visitorOf(desktops, request, reply);
    if (claims.userId !== null) return claims.userId;
    return claims.shareToken === null
      ? (claims.browserHash ?? hashToken(token))
      : `${hashToken(claims.shareToken)} ${address}`;
  },
  async onRepeat(request, reply) {
    const visitor = await visitorOf(desktops, request, reply);
    const { userId, browserHash, shareToken } = visitor.claims;
    if (userId === null && browserHash === null && shareToken === null)
      remember(desktops, visitor, reply);
  },
});
