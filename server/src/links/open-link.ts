import { ProductError } from '@clipline/contract/errors.ts';
import { type Db, transact, type Tx } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { browserOf } from '../core/http/headers.ts';
import { hashToken, idsOf, newId } from '../core/ids.ts';
import { channelOf } from '../core/live/sockets.ts';
import { MINUTE_MS } from '../core/time.ts';
import { isThere } from '../clips/clips.access.ts';
import { checkSharing } from '../clips/find-clip.ts';
import { type ClipHead, endLinksTo, findClipHead, updateClip } from '../clips/clips.queries.ts';
import { isActive } from './links.access.ts';
import { closeLink } from './links.news.ts';
import { GRANT_MS, grantOf, type Links, toTheMinute } from './links.ts';
import {
  findLinkByToken,
  insertOpening,
  type LinkRow,
  listOtherLinks,
  removeOpenings,
  takeView,
  updateLink,
} from './links.queries.ts';
import { findGrant, keepGrant } from './grants.queries.ts';
import { checkLinkPassword } from './passwords.ts';

const BURN_GRANT_MS = 15 * MINUTE_MS;
/** So many of a link are listed, the latest. */
const MAX_OPENINGS = 1000;
/** Its owner is told of openings no more often. */
const NOTICE_MS = 10 * MINUTE_MS;

/** A visitor at the door. */
export interface Opener {
  readonly user: CurrentUser | null;
  readonly address: string;
  readonly userAgent: string;
  readonly opener: string;
  readonly password?: string | null | undefined;
  /** What they got before, if they still have it. */
  readonly grant: string | undefined;
}

/** The clip behind a link, as far as that leads to it now. */
async function findTarget(db: Db, link: LinkRow): Promise<ClipHead | undefined> {
  const clip = link.clip_id === null ? undefined : await findClipHead(db, link.clip_id);
  return clip && isThere(clip) ? clip : undefined;
}

/** Whether the link leads somewhere for a visitor who has nothing but its token. */
async function leadsSomewhere(db: Db, link: LinkRow, now: number): Promise<boolean> {
  if (!isActive(link, now)) return false;
  return link.kind === 'inbox' || (await findTarget(db, link))?.burns_at === null;
}

/** The link behind a token if it leads somewhere; all that do not are one to the caller. */
export async function findOpenable(db: Db, token: string): Promise<LinkRow> {
  const link = await findLinkByToken(db, hashToken(token));
  if (!link || !(await leadsSomewhere(db, link, Date.now())))
    throw new ProductError('LINK_NOT_FOUND');
  return link;
}

interface Opened {
  readonly link: LinkRow;
  readonly grant: string;
}

/** What a counted view brought with it. */
interface View {
  readonly link: LinkRow;
  /** It was the last, and the clip is deleted after it: these links to it have ended. */
  readonly ended: readonly string[] | undefined;
  readonly isToldOf: boolean;
}

/** The clip is closed to all others, and gone when the grant ends, whatever its owner does. */
async function beginBurning(
  tx: Tx,
  link: LinkRow,
  now: number,
): Promise<{ link: LinkRow; ended: string[] }> {
  const clip = link.clip_id === null ? undefined : await findClipHead(tx, link.clip_id);
  if (!clip) throw new ProductError('LINK_NOT_FOUND');
  const others = await listOtherLinks(tx, clip.id, link.id);
  // This one is used up, but its last reader still reads by it.
  await endLinksTo(tx, [clip.id], now);
  await updateClip(tx, clip, { burns_at: now + BURN_GRANT_MS });
  const epoch = link.epoch + 1;
  const last = await updateLink(tx, link, {
    epoch,
    revoked_at: null,
    closes_at: link.expires_at,
  });
  return { link: last, ended: [link.id, ...idsOf(others)] };
}

async function count(tx: Tx, before: LinkRow, grantHash: string, ua: string): Promise<View> {
  const now = Date.now();
  const at = toTheMinute(now);
  const taken = await takeView(tx, before.id, now, at);
  if (!taken || taken.generation !== before.generation) throw new ProductError('LINK_NOT_FOUND');
  const isLast = taken.burn === 1 && taken.views === taken.max_views;
  const burning = isLast ? await beginBurning(tx, taken, now) : undefined;
  const link = burning?.link ?? taken;
  const endsAt = now + (isLast ? BURN_GRANT_MS : GRANT_MS);
  await keepGrant(tx, {
    grant_hash: grantHash,
    link_id: link.id,
    epoch: link.epoch,
    ends_at: endsAt,
  });
  const browser = browserOf(ua) ?? 'Other';
  await insertOpening(tx, { id: newId(), link_id: link.id, number: link.views, at, browser });
  if (link.views > MAX_OPENINGS) await removeOpenings(tx, link.id, link.views - MAX_OPENINGS);
  const isDue = link.notified_at === null || link.notified_at <= now - NOTICE_MS;
  const isToldOf = link.notify === 1 && isDue;
  if (isToldOf) await updateLink(tx, link, { notified_at: now });
  return { link, ended: burning?.ended, isToldOf };
}

function tell({ channels, news }: Links, { link, ended, isToldOf }: View): void {
  const { id: linkId, clip_id: clipId, user_id: ownerId, views } = link;
  if (ended && clipId !== null) {
    news.addressClosed(clipId);
    for (const id of ended) closeLink({ channels }, { id, clip_id: clipId });
  }
  if (ended)
    channels.publish(channelOf.user(ownerId), 'link:opened', { linkId, views, burned: true });
  else if (isToldOf) channels.publish(channelOf.user(ownerId), 'link:opened', { linkId, views });
}

/** Opens a link. Throws LINK_NOT_FOUND, WRONG_LINK_PASSWORD or LINK_LOCKED. */
export async function openLink(links: Links, token: string, from: Opener): Promise<Opened> {
  const { db, secret, planOf } = links;
  const now = Date.now();
  const link = await findLinkByToken(db, hashToken(token));
  if (!link || link.revoked_at !== null || (link.expires_at !== null && link.expires_at <= now))
    throw new ProductError('LINK_NOT_FOUND');
  const grant = grantOf(secret, link, from.opener);
  const grantHash = hashToken(grant);
  const isOwner = link.user_id === from.user?.id;
  const isRepeat = (await findGrant(db, grantHash)) !== undefined;
  const clip = await findTarget(db, link);
  if (link.kind === 'clip' && !clip) throw new ProductError('LINK_NOT_FOUND');
  if (!isRepeat && !(await leadsSomewhere(db, link, now))) throw new ProductError('LINK_NOT_FOUND');
  if (clip && !isOwner) await checkSharing(clip, (ownerId) => planOf(db, ownerId));
  if (!isOwner && !(isRepeat && from.grant === grant))
    await checkLinkPassword(links, link, from.password, from.address);
  if (isRepeat) return { link, grant };
  const view = await transact(db, async (tx) => {
    // The same opener may have come twice at once.
    if (await findGrant(tx, grantHash)) return undefined;
    if (!isOwner) return count(tx, link, grantHash, from.userAgent);
    const { id, epoch } = link;
    await keepGrant(tx, { grant_hash: grantHash, link_id: id, epoch, ends_at: now + GRANT_MS });
    return undefined;
  });
  if (view) tell(links, view);
  return { link: view?.link ?? link, grant };
}
