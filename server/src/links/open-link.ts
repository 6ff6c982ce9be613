import type { openLink as endpoint } from '@clipline/contract/schemas/links.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_FILE_BYTES } from '@clipline/contract/limits.ts';
import type { App } from '../core/app.ts';
import { afterCommit, type Db, transact, type Tx } from '../core/db/database.ts';
import { Queue } from '../core/queue.ts';
import { limitKeysOf } from '../core/http/limits.ts';
import type { RateLimit, RateLimits } from '../core/http/limits.ts';
import type { Call } from '../core/http/serve.ts';
import { browserOf, userAgentOf } from '../core/http/headers.ts';
import { hashToken, newId } from '../core/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { turnOf, verifyPassword } from '../auth/passwords.ts';
import { isThere } from '../clips/clips.access.ts';
import { tellAddressClosed } from '../clips/clips.news.ts';
import {
  type ClipHead,
  endLinksTo,
  findClipHead,
  findGrant,
  GRANT_MS,
  listLinksTo,
  updateClip,
} from '../clips/clips.queries.ts';
import { type FileRow, listFiles, SEALED } from '../files/files.queries.ts';
import { checkOwnersPlan } from '../clips/require-clip.ts';
import { closeLink, tellLink, tellOpened } from './links.news.ts';
import { grantOf } from './links.present.ts';
import {
  findLinkByToken,
  findSealedEnd,
  insertOpening,
  keepGrant,
  type LinkRow,
  removeOpenings,
  takeView,
  updateLink,
} from './links.queries.ts';

const BURN_GRANT_MS = 15 * MINUTE_MS;
/** What is larger may have to rest on its way. */
const sealedGrantMs = (size: number): number => (size < MAX_FILE_BYTES ? HOUR_MS : DAY_MS);
const MAX_OPENINGS = 1000;
/** Its owner is told of openings no more often. */
const NOTICE_MS = 10 * MINUTE_MS;

async function findTarget(db: Db, link: LinkRow): Promise<ClipHead | undefined> {
  const clip = link.clip_id === null ? undefined : await findClipHead(db, link.clip_id);
  return clip && isThere(clip) ? clip : undefined;
}

/** Undefined of another link, and where its bytes are lost. */
async function findSealed({ db, storage, server }: App, link: LinkRow) {
  if (link.kind !== 'sealed') return undefined;
  const [file] = await listFiles(db, SEALED, [link.id]);
  if (file && (await storage.sizeOf(file.blob_id)) === file.size) return file;
  server.log.error({ link: link.id }, 'The bytes of a sealed link are lost');
  return undefined;
}

/** Whether the link leads somewhere for a visitor who has nothing but its token. */
async function leadsSomewhere(app: App, link: LinkRow): Promise<boolean> {
  if (link.state !== 'active') return false;
  if (link.kind === 'sealed') return (await findSealed(app, link)) !== undefined;
  const { db } = app;
  return link.kind === 'inbox' || (await findTarget(db, link))?.burns_at === null;
}

/** The link behind a token if it leads somewhere; all that do not are one to the caller. */
export async function findOpenable(app: App, token: string): Promise<LinkRow> {
  const link = await findLinkByToken(app.db, hashToken(token), Date.now());
  if (!link || !(await leadsSomewhere(app, link))) throw new ProductError('LINK_NOT_FOUND');
  return link;
}

/** Wrong passwords of one network at one link: so many in that time, and it waits as long again. */
const ofHour: RateLimit = { name: 'linkPasswordsOfHour', points: 20, seconds: 3600, blocks: true };
const ofQuarter: RateLimit = { name: 'linkPasswords', points: 5, seconds: 900, blocks: true };

/**
 * A try counts until it turns out right: of one network they are made one after the other, or those
 * of many visitors at once would count as wrong ones.
 */
const tries = new Queue({
  running: Infinity,
  runningEach: 1,
  // As many as wait for the work of passwords.
  waiting: 250,
  retryAfterSeconds: 5,
});

/** Counts a try, unless one of the limits is reached. Throws LINK_LOCKED. */
async function beginTry({ linkTries }: App, network: string): Promise<void> {
  try {
    await linkTries.take(ofHour, network);
    try {
      await linkTries.take(ofQuarter, network);
    } catch (error) {
      await linkTries.giveBack(ofHour, network);
      throw error;
    }
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    throw new ProductError('LINK_LOCKED', {}, error.retryAfter);
  }
}

async function takeBackTry({ linkTries }: App, network: string): Promise<void> {
  await linkTries.giveBack(ofHour, network);
  await linkTries.giveBack(ofQuarter, network);
}

/** Throws WRONG_LINK_PASSWORD, and after a few LINK_LOCKED. */
async function checkPassword(
  app: App,
  { id, generation, password_hash: hash }: LinkRow,
  password: string | null | undefined,
  address: string,
): Promise<void> {
  if (hash === null) return;
  if (!password) throw new ProductError('WRONG_LINK_PASSWORD');
  const { own, site } = limitKeysOf({ address });
  // A renewed link begins anew.
  const network = `${id} ${generation} ${site ?? own}`;
  const isRight = await tries.run(network, async () => {
    // Counted before anything is hashed, so that many at once are no more than their number.
    await beginTry(app, network);
    let isWrong = false;
    try {
      isWrong = !(await verifyPassword(hash, password, { from: turnOf(address) }));
    } finally {
      // Where too many wait for their turn nothing was tried.
      if (!isWrong) await takeBackTry(app, network);
    }
    return !isWrong;
  });
  if (!isRight) throw new ProductError('WRONG_LINK_PASSWORD');
}

/** The clip is closed to all others, and gone when the grant ends, whatever its owner does. */
async function beginBurning(
  tx: Tx,
  link: LinkRow,
  now: number,
): Promise<{ link: LinkRow; ended: string[] }> {
  const clip = link.clip_id === null ? undefined : await findClipHead(tx, link.clip_id);
  if (!clip) throw new ProductError('LINK_NOT_FOUND');
  const ended = await listLinksTo(tx, clip.id);
  // This one is used up, but its last reader still reads by it.
  await endLinksTo(tx, [clip.id], now);
  await updateClip(tx, clip, { burns_at: now + BURN_GRANT_MS });
  const open = { epoch: link.epoch + 1, revoked_at: null, closes_at: link.expires_at };
  return { link: await updateLink(tx, link, open, now), ended };
}

/** Where it was the last view the clip is deleted after it, and its links in `ended` have ended. */
async function count(tx: Tx, before: LinkRow, grantHash: string, ua: string, lifeMs: number) {
  const now = Date.now();
  const at = now - (now % MINUTE_MS);
  const taken = await takeView(tx, before.id, now, at);
  if (!taken || taken.generation !== before.generation) throw new ProductError('LINK_NOT_FOUND');
  const isLast = taken.burn === 1 && taken.views === taken.max_views;
  const burning = isLast ? await beginBurning(tx, taken, now) : undefined;
  const link = burning?.link ?? taken;
  const endsAt = now + (isLast ? BURN_GRANT_MS : lifeMs);
  await keepGrant(tx, {
    grant_hash: grantHash,
    link_id: link.id,
    epoch: link.epoch,
    ends_at: endsAt,
  });
  if (link.kind === 'sealed')
    await updateLink(tx, link, { closes_at: await findSealedEnd(tx, link, now) }, now);
  const browser = browserOf(ua) ?? 'Other';
  await insertOpening(tx, { id: newId(), link_id: link.id, number: link.views, at, browser });
  if (link.views > MAX_OPENINGS) await removeOpenings(tx, link.id, link.views - MAX_OPENINGS);
  const isDue = link.notified_at === null || link.notified_at <= now - NOTICE_MS;
  const isToldOf = link.notify === 1 && isDue;
  if (isToldOf) await updateLink(tx, link, { notified_at: now }, now);
  return { link, ended: burning?.ended, isToldOf };
}

async function notifyOwner(app: App, { id, user_id: ownerId, label }: LinkRow): Promise<void> {
  const text = label === null ? 'unnamed' : 'link';
  await app.notify({ userIds: [ownerId] }, { tag: id, url: '/links', text, name: label ?? '' });
}

function tell(app: App, { link, ended, isToldOf }: Awaited<ReturnType<typeof count>>): void {
  const { clip_id: clipId } = link;
  if (ended && clipId !== null) {
    tellAddressClosed(app, clipId);
    for (const id of ended) closeLink(app, { id, clip_id: clipId });
  }
  if (ended) tellOpened(app, link, { burned: true });
  else if (isToldOf) tellOpened(app, link);
  tellLink(app, link);
  if (isToldOf) void app.tell(() => notifyOwner(app, link));
}

export async function openLink(
  { headers, body, user, address, request }: Call<typeof endpoint>,
  app: App,
): Promise<{ link: LinkRow; grant: string; sealed: FileRow | undefined }> {
  const { db } = app;
  const now = Date.now();
  const link = await findLinkByToken(db, hashToken(headers['x-link-token'] ?? ''), now);
  if (!link || link.state === 'revoked' || link.state === 'expired')
    throw new ProductError('LINK_NOT_FOUND');
  const grant = grantOf(app, link, body.opener);
  const isOwner = link.user_id === user?.id;
  const isRepeat = (await findGrant(db, grant)) !== undefined;
  const clip = await findTarget(db, link);
  const sealed = isRepeat || link.state === 'active' ? await findSealed(app, link) : undefined;
  if (link.kind !== 'inbox' && !clip && !sealed) throw new ProductError('LINK_NOT_FOUND');
  if (!isRepeat && !sealed && !(await leadsSomewhere(app, link)))
    throw new ProductError('LINK_NOT_FOUND');
  if (clip && !isOwner) await checkOwnersPlan(app, db, clip, 'read');
  // Without its password nobody can read what is sealed.
  if ((!isOwner || sealed) && !(isRepeat && headers['x-link-grant'] === grant))
    await checkPassword(app, link, body.password, address);
  const opened = { link, grant, sealed };
  if (isRepeat) return opened;
  const lifeMs = sealed ? sealedGrantMs(sealed.size) : GRANT_MS;
  return transact(db, async (tx) => {
    // One opener may have come twice at once.
    if (await findGrant(tx, grant)) return opened;
    const grantHash = hashToken(grant);
    if (!isOwner) {
      const view = await count(tx, link, grantHash, userAgentOf(request.headers), lifeMs);
      afterCommit(tx, () => tell(app, view));
      return { ...opened, link: view.link };
    }
    const { id: link_id, epoch } = link;
    await keepGrant(tx, { grant_hash: grantHash, link_id, epoch, ends_at: now + lifeMs });
    return opened;
  });
}

declare module '../core/app.ts' {
  interface App {
    /** Counts wrong passwords of links, whether or not other limits are on. */
    readonly linkTries: RateLimits;
  }
}
