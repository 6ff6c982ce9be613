import { LINKS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { type Link, linkEndpoints as endpoints } from '@clipline/contract/schemas/links.ts';
import type { App } from '../core/app.ts';
import { afterCommit } from '../core/db/database.ts';
import type { Check } from '../core/http/current-user.ts';
import { type Call, type Repeating, serve } from '../core/http/serve.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { hashPassword, turnOf } from '../auth/passwords.ts';
import { planAllows } from '../auth/plans.ts';
import { tellAddressClosed, tellLists } from '../clips/clips.news.ts';
import { presentClip } from '../clips/clips.present.ts';
import { requireClip } from '../clips/require-clip.ts';
import * as changes from './links.changes.ts';
import { closeLink, tellLink } from './links.news.ts';
import { presentLink, presentLinks, urlOf } from './links.present.ts';
import * as queries from './links.queries.ts';
import { findOpenable, openLink as open } from './open-link.ts';
import { presentSealed } from './sealed.present.ts';

const openLimit = { name: 'linkOpens', points: 60, seconds: 60, by: 'address' } as const;
const OPENINGS_PAGE = 50;

export const hashOf = async (password: string | null | undefined, address: string) =>
  password ? hashPassword(password, { from: turnOf(address) }) : null;

type Asked = Pick<Call<typeof endpoints.listLinks>, 'request'>;
export const originFor = ({ origins }: App, { request }: Asked) =>
  origins.given(request.headers.host);

/** What is made once, however often it is asked for, with an address that is not kept. */
export const repeatingLink = (app: App): Repeating => ({
  callerOf: async ({ call: { user } }) => user?.id ?? '',
  onRepeat: async () => {},
  complete: async (kept) => JSON.stringify(withUrl(app, JSON.parse(kept) as Link)),
});

/** What is kept of an answer for its repeats has the origin and no token: no row tells it. */
export const withUrl = (app: App, link: Link): Link => ({
  ...link,
  url: urlOf(app, link.url || app.origins.given(), link.id),
});

/** A link that burns deletes for good, which no scope of a token reaches. */
const mayBurn: Check = (user) => {
  if (user?.program) throw new ProductError('TOKEN_NOT_ALLOWED');
};

async function createLink(call: Call<typeof endpoints.createLink>, app: App): Promise<Link> {
  const { user, address, body, create, ensure } = call;
  if (body.burn === true) ensure(mayBurn);
  ensure(planAllows('links'));
  const passwordHash = await hashOf(body.password, address);
  const made = await create(async (tx) => {
    const { link, replaced, closed } = await changes.createLink(app, tx, call, passwordHash);
    afterCommit(tx, () => {
      tellLink(app, link);
      for (const each of replaced) closeLink(app, each);
      if (!closed) return;
      tellAddressClosed(app, closed.id);
      tellLists(app, user.id, 'address', closed);
    });
    const origin = originFor(app, call);
    return { ...(await presentLink(app, tx, link, origin)), url: origin };
  });
  return withUrl(app, made);
}

async function listLinks(call: Call<typeof endpoints.listLinks>, app: App) {
  const { user, query } = call;
  const { db } = app;
  const now = Date.now();
  const { clipId: clipIds, kind, state, page = 1, pageSize = LINKS_PAGE_SIZE } = query;
  const filter = { userId: user.id, clipIds, kind, state, now };
  const slice = { limit: pageSize, offset: (page - 1) * pageSize };
  const rows = await queries.listLinks(db, filter, slice);
  const total = await queries.countLinks(db, filter);
  return { links: await presentLinks(app, db, rows, originFor(app, call)), total };
}

async function updateLink(call: Call<typeof endpoints.updateLink>, app: App): Promise<Link> {
  const { user, address, params, body, change, ensure } = call;
  ensure(planAllows('links'));
  const passwordHash = await hashOf(body.password, address);
  const own = { id: params.id, userId: user.id, passwordHash };
  return change(async (tx) => {
    const link = await changes.changeLink(tx, own, body, Date.now());
    afterCommit(tx, () => {
      if (body.closeOpened === true) closeLink(app, link);
      tellLink(app, link);
    });
    return presentLink(app, tx, link, originFor(app, call));
  });
}

async function renewLink(call: Call<typeof endpoints.renewLink>, app: App): Promise<Link> {
  const { user, params, change, ensure, reply } = call;
  ensure(planAllows('links'));
  reply.code(200);
  return change(async (tx) => {
    const link = await changes.renewLink(app, tx, params.id, user.id);
    afterCommit(tx, () => {
      closeLink(app, link);
      tellLink(app, link);
    });
    return presentLink(app, tx, link, originFor(app, call));
  });
}

async function revokeLink(call: Call<typeof endpoints.revokeLink>, app: App) {
  const { user, params, change } = call;
  await change(async (tx) => {
    const { id } = await changes.requireOwn(tx, params.id, user.id);
    for (const link of await queries.revokeLinks(tx, { userId: user.id, id, now: Date.now() }))
      afterCommit(tx, () => {
        closeLink(app, link);
        tellLink(app, link);
      });
  });
  return { message: 'Link revoked' };
}

async function revokeAllLinks(call: Call<typeof endpoints.revokeAllLinks>, app: App) {
  const { user, change } = call;
  return change(async (tx) => {
    const revoked = await queries.revokeLinks(tx, { userId: user.id, now: Date.now() });
    afterCommit(tx, () => {
      for (const link of revoked) closeLink(app, link);
      if (revoked.length > 0) app.tellLinks({ userId: user.id, clipId: null });
    });
    return { revoked: revoked.length };
  });
}

async function listOpenings(call: Call<typeof endpoints.listOpenings>, { db }: App) {
  const { before, limit = OPENINGS_PAGE } = call.query;
  const link = await changes.requireOwn(db, call.params.id, call.user.id);
  const rows = await queries.listOpenings(db, link.id, before, limit);
  return rows.map(({ id, at, browser }) => ({ id, at: isoTime(at), browser }));
}

async function readLink({ headers, user }: Call<typeof endpoints.readLink>, app: App) {
  const { db } = app;
  const link = await findOpenable(app, headers['x-link-token'] ?? '');
  const isOwn = link.user_id === user?.id;
  const isSealed = link.kind === 'sealed';
  const isLimited = link.max_views !== null || link.burn === 1;
  const hasPassword = link.password_hash !== null;
  return {
    kind: link.kind,
    access: link.access,
    ownerName: await queries.findOwnerName(db, link.user_id),
    // Of what is sealed the password is part of the key.
    needsPassword: hasPassword && (isSealed || !isOwn),
    needsReveal: isSealed || ((isLimited || hasPassword) && !isOwn),
    viewsLeft: link.max_views === null ? null : link.max_views - link.views,
    expiresAt: isoOrNull(link.expires_at),
    ...(link.burn === 1 ? { burn: true as const } : {}),
    ...(isOwn ? { isOwn: true as const } : {}),
  };
}

async function openLink(call: Call<typeof endpoints.openLink>, app: App) {
  const { user, address } = call;
  await app.limits.take(openLimit, { address });
  const { link, grant, sealed } = await open(call, app);
  if (sealed) return { grant, sealed: presentSealed(app, sealed, grant) };
  if (link.clip_id === null)
    return { grant, ownerName: await queries.findOwnerName(app.db, link.user_id) };
  const asHolder = { user, params: { id: link.clip_id }, headers: { 'x-link-grant': grant } };
  const { clip, viewer } = await requireClip(app, app.db, asHolder, 'read');
  return { ...(await presentClip(app, app.db, clip, viewer)), grant };
}

export function serveLinks(app: App): void {
  serve(app, endpoints.createLink, createLink, repeatingLink(app));
  serve(app, endpoints.listLinks, listLinks);
  serve(app, endpoints.updateLink, updateLink);
  serve(app, endpoints.renewLink, renewLink);
  serve(app, endpoints.revokeLink, revokeLink);
  serve(app, endpoints.revokeAllLinks, revokeAllLinks);
  serve(app, endpoints.listOpenings, listOpenings);
  serve(app, endpoints.readLink, readLink);
  serve(app, endpoints.openLink, openLink);
}
