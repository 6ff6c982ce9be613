import type { App } from '../core/app.ts';
import { LINKS_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import {
  createLink,
  type Link,
  listLinks,
  listOpenings,
  openLink,
  readLink,
  renewLink,
  revokeAllLinks,
  revokeLink,
  updateLink,
} from '@clipline/contract/schemas/links.ts';
import type { Check } from '../core/http/current-user.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { transact } from '../core/db/database.ts';
import { isoOrNull, isoTime } from '../core/time.ts';
import { hashPassword, turnOf } from '../auth/passwords.ts';
import { type ClipHead, findClipHead } from '../clips/clips.queries.ts';
import { viewerOf } from '../clips/viewers.ts';
import { planAllows } from '../auth/plans.ts';
import { serveInbox } from './inbox.routes.ts';
import * as changes from './links.changes.ts';
import { closeLink } from './links.news.ts';
import { type Links, urlOf } from './links.ts';
import { linksToClips } from './links-to-clips.ts';
import { presentLink, presentLinks } from './links.present.ts';
import * as queries from './links.queries.ts';
import { findOpenable, openLink as open } from './open-link.ts';
import { linkLimits } from './links.limits.ts';
import { readClip } from '../clips/read-clip.ts';

const OPENINGS_PAGE = 50;

const hashOf = async (password: string | null | undefined, address: string) =>
  password ? hashPassword(password, { from: turnOf(address) }) : null;

/** What is kept of an answer for its repeats has no token: no row tells it. */
const withUrl = (links: Links, link: Link): Link => ({ ...link, url: urlOf(links, link.id) });

/** A link that burns deletes for good, which no scope of a token reaches. */
const mayBurn: Check = (user) => {
  if (user?.program) throw new ProductError('TOKEN_NOT_ALLOWED');
};

async function create(links: Links, call: Call<typeof createLink>): Promise<Link> {
  const { user, address, body, headers, ensure } = call;
  if (body.burn === true) ensure(mayBurn);
  ensure(planAllows('links'));
  const passwordHash = await hashOf(body.password, address);
  const grant = headers['x-link-grant'];
  let over: Awaited<ReturnType<typeof changes.forgetOverLinks>> = [];
  let closed: ClipHead | undefined;
  const link = await call.create(async (tx) => {
    const now = Date.now();
    const viewer = await viewerOf(linksToClips, tx, { user, grant }, body.clipId ?? '');
    const creating = { secret: links.secret, userId: user.id, viewer, passwordHash };
    const row = await changes.createLink(tx, creating, body, now);
    over = await changes.forgetOverLinks(tx, user.id, row.clip_id, now);
    if (body.closeAddress === true && row.clip_id !== null)
      closed = await findClipHead(tx, row.clip_id);
    return { ...(await presentLink(links, tx, row)), url: '' };
  });
  for (const each of over) closeLink(links, each);
  if (closed) {
    links.news.addressClosed(closed.id);
    links.news.changed(closed, user.id, 'address');
  }
  return withUrl(links, link);
}

export function serveLinks(app: App, links: Links): void {
  const { db } = app;
  const { limits, planOf, files, secret } = links;

  serve(app, createLink, (call) => create(links, call), {
    callerOf: async ({ call: { user } }) => user?.id ?? '',
    onRepeat: async () => {},
    complete: async (kept) => JSON.stringify(withUrl(links, JSON.parse(kept) as Link)),
  });

  serve(app, listLinks, async ({ user, query }) => {
    const now = Date.now();
    const { clipId, state, page = 1, pageSize = LINKS_PAGE_SIZE } = query;
    const filter = { userId: user.id, clipId, state, now };
    const rows = await queries.listLinks(db, filter, {
      limit: pageSize,
      offset: (page - 1) * pageSize,
    });
    const total = await queries.countLinks(db, filter);
    return { links: await presentLinks(links, db, rows, now), total };
  });

  serve(app, updateLink, async ({ user, address, params, body, change, ensure }) => {
    ensure(planAllows('links'));
    const passwordHash = await hashOf(body.password, address);
    const own = { id: params.id, userId: user.id, passwordHash };
    const { link, row } = await change(async (tx) => {
      const changed = await changes.changeLink(tx, own, body, Date.now());
      return { row: changed, link: await presentLink(links, tx, changed) };
    });
    if (body.closeOpened === true) closeLink(links, row);
    return link;
  });

  serve(app, renewLink, async ({ user, params, change, ensure, reply }) => {
    ensure(planAllows('links'));
    const { link, row } = await change(async (tx) => {
      const renewed = await changes.renewLink(tx, secret, params.id, user.id);
      return { row: renewed, link: await presentLink(links, tx, renewed) };
    });
    closeLink(links, row);
    reply.code(200);
    return link;
  });

  serve(app, revokeLink, async ({ user, params, change }) => {
    const [revoked] = await change(async (tx) => {
      const link = await queries.findLink(tx, params.id);
      if (link?.user_id !== user.id) throw new ProductError('LINK_NOT_FOUND');
      return queries.revokeLinks(tx, { userId: user.id, id: params.id, now: Date.now() });
    });
    if (revoked) closeLink(links, revoked);
    return { message: 'Link revoked' };
  });

  serve(app, revokeAllLinks, async ({ user, change }) => {
    const revoked = await change((tx) =>
      queries.revokeLinks(tx, { userId: user.id, now: Date.now() }),
    );
    for (const link of revoked) closeLink(links, link);
    return { revoked: revoked.length };
  });

  serve(app, listOpenings, async ({ user, params, query }) => {
    const link = await queries.findLink(db, params.id);
    if (link?.user_id !== user.id) throw new ProductError('LINK_NOT_FOUND');
    const { before, limit = OPENINGS_PAGE } = query;
    const rows = await queries.listOpenings(db, link.id, before, limit);
    return rows.map(({ id, at, browser }) => ({ id, at: isoTime(at), browser }));
  });

  serve(app, readLink, async ({ headers, user }) => {
    const link = await findOpenable(db, headers['x-link-token'] ?? '');
    const isOwn = link.user_id === user?.id;
    const isLimited = link.max_views !== null || link.burn === 1;
    const hasPassword = link.password_hash !== null;
    return {
      kind: link.kind,
      access: link.access,
      ownerName: await queries.findOwnerName(db, link.user_id),
      needsPassword: hasPassword && !isOwn,
      needsReveal: (isLimited || hasPassword) && !isOwn,
      viewsLeft: link.max_views === null ? null : link.max_views - link.views,
      expiresAt: isoOrNull(link.expires_at),
      ...(link.burn === 1 ? { burn: true as const } : {}),
      ...(isOwn ? { isOwn: true as const } : {}),
    };
  });

  serve(app, openLink, async ({ headers, body, user, address, request }) => {
    await limits.take(linkLimits.linkOpens, { address });
    const { link, grant } = await open(links, headers['x-link-token'] ?? '', {
      user,
      address,
      userAgent: request.headers['user-agent'] ?? '',
      grant: headers['x-link-grant'],
      ...body,
    });
    if (link.clip_id === null)
      return { grant, ownerName: await queries.findOwnerName(db, link.user_id) };
    const viewer = await viewerOf(linksToClips, db, { user, grant }, link.clip_id);
    return { ...(await readClip(db, files, planOf, link.clip_id, viewer)), grant };
  });

  serveInbox(app, links);
}

/** Everything that a user shared ends, before their account does. */
export async function endLinksOf(links: Pick<Links, 'db' | 'channels'>, userId: string) {
  const revoked = await transact(links.db, (tx) =>
    queries.revokeLinks(tx, { userId, now: Date.now() }),
  );
  for (const link of revoked) closeLink(links, link);
}
