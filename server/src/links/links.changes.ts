import {
  MAX_LINKS,
  MAX_LINKS_PER_CLIP,
  MAX_SEALED_LINK_SECONDS,
} from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { linkEndpoints, SealedLink } from '@clipline/contract/schemas/links.ts';
import type { BodyOf } from '@clipline/contract/schemas/endpoint.ts';
import type { App } from '../core/app.ts';
import type { Db, Tx } from '../core/db/database.ts';
import type { Call } from '../core/http/serve.ts';
import { hashToken, newId } from '../core/ids.ts';
import { type ClipRow, findClipHead, updateClip } from '../clips/clips.queries.ts';
import { findClipFor, requireClip } from '../clips/require-clip.ts';
import { tokenOf } from './links.present.ts';
import * as queries from './links.queries.ts';
import type { LinkRow } from './links.queries.ts';
import type { LinkTable } from './links.tables.ts';

const SECOND_MS = 1000;

type LinkChange = BodyOf<typeof linkEndpoints.updateLink>;

const endOf = (expiresIn: number | null | undefined, now: number): number | null =>
  expiresIn === null || expiresIn === undefined ? null : now + expiresIn * SECOND_MS;

/** With the one that is asked for: what is refused is not kept. */
async function checkCount(
  tx: Tx,
  { user_id: userId, clip_id: clipId }: LinkTable,
  now: number,
): Promise<void> {
  const { ofPerson, ofClip } = await queries.countActive(tx, userId, clipId, now);
  if (ofPerson > MAX_LINKS) throw new ProductError('TOO_MANY_LINKS', { max: MAX_LINKS });
  if (clipId !== null && ofClip > MAX_LINKS_PER_CLIP)
    throw new ProductError('TOO_MANY_LINKS', { max: MAX_LINKS_PER_CLIP });
}

async function requireShared(app: App, tx: Tx, call: CreateCall, clipId: string): Promise<ClipRow> {
  const { clip } = await requireClip(app, tx, { ...call, params: { id: clipId } }, 'manage');
  if (clip.saved_at === null || clip.burns_at !== null) throw new ProductError('CLIP_NOT_FOUND');
  return clip;
}

/** So many that are over are kept of a clip, or of inboxes, until they are forgotten. */
const MAX_OVER = 200;

interface Created {
  readonly link: LinkRow;
  readonly replaced: readonly Pick<LinkRow, 'id' | 'clip_id'>[];
  readonly closed: ClipRow | undefined;
}

type CreateCall = Call<typeof linkEndpoints.createLink>;

/** Throws CLIP_NOT_FOUND, NOT_CLIP_OWNER or TOO_MANY_LINKS. */
export async function createLink(
  app: App,
  tx: Tx,
  call: CreateCall,
  passwordHash: string | null,
): Promise<Created> {
  const { user, body: asked } = call;
  const now = Date.now();
  const clipId = asked.clipId ?? null;
  const clip = clipId === null ? undefined : await requireShared(app, tx, call, clipId);
  // Of no clip, but a grant that is not good is refused all the same.
  if (clipId === null) await findClipFor(tx, { ...call, params: { id: '' } });
  const closes = clip?.address_open === 1 && asked.closeAddress === true;
  const closed = closes ? await updateClip(tx, clip, { address_open: 0 }) : undefined;
  const added = await addLink(app, tx, user.id, asked, now, {
    kind: clipId === null ? 'inbox' : 'clip',
    clip_id: clipId,
    access: clipId === null ? 'drop' : (asked.access ?? 'read'),
    max_views: asked.maxViews ?? (asked.burn === true ? 1 : null),
    burn: asked.burn === true ? 1 : 0,
    password_hash: passwordHash,
  });
  return { ...added, closed };
}

async function addLink(
  app: App,
  tx: Tx,
  userId: string,
  asked: Pick<CreateCall['body'], 'label' | 'expiresIn' | 'notify'>,
  now: number,
  more: Pick<LinkTable, 'kind' | 'clip_id' | 'access' | 'max_views' | 'burn' | 'password_hash'>,
): Promise<Omit<Created, 'closed'>> {
  const id = newId();
  const expiresAt = endOf(asked.expiresIn, now);
  const made: LinkTable = {
    id,
    user_id: userId,
    generation: 1,
    epoch: 1,
    token_hash: hashToken(tokenOf(app, { id, generation: 1 })),
    label: asked.label ?? null,
    expires_at: expiresAt,
    views: 0,
    notify: asked.notify === true ? 1 : 0,
    notified_at: null,
    created_at: now,
    last_opened_at: null,
    revoked_at: null,
    closes_at: expiresAt,
    ...more,
  };
  const link = await queries.insertLink(tx, made, now);
  await checkCount(tx, link, now);
  return { link, replaced: await queries.removeOver(tx, link, now, MAX_OVER) };
}

/** Throws TOO_MANY_LINKS. */
export const createSealedLink = (
  app: App,
  tx: Tx,
  userId: string,
  asked: SealedLink,
  passwordHash: string | null,
): Promise<Omit<Created, 'closed'>> =>
  addLink(app, tx, userId, asked, Date.now(), {
    kind: 'sealed',
    clip_id: null,
    access: 'read',
    max_views: asked.maxViews === undefined ? 1 : asked.maxViews,
    burn: 0,
    password_hash: passwordHash,
  });

export async function requireOwn(
  db: Db,
  id: string,
  userId: string,
  now = Date.now(),
): Promise<LinkRow> {
  const link = await queries.findLink(db, id, now);
  if (link?.user_id !== userId) throw new ProductError('LINK_NOT_FOUND');
  return link;
}

async function requireUnrevoked(tx: Tx, id: string, userId: string, now: number) {
  const link = await requireOwn(tx, id, userId, now);
  const clip = link.clip_id === null ? undefined : await findClipHead(tx, link.clip_id);
  const isBurning = clip !== undefined && clip.burns_at !== null;
  if (link.revoked_at !== null || isBurning) throw new ProductError('LINK_REVOKED');
  return link;
}

/** It always ends, what is over stays so, and the password is part of its key. */
function checkSealedChange({ state }: LinkRow, { password, expiresIn, maxViews }: LinkChange) {
  const isLimited = expiresIn !== undefined || maxViews !== undefined;
  if (password !== undefined || (isLimited && state !== 'active'))
    throw new ProductError('LINK_SEALED');
  if (expiresIn === null || (expiresIn ?? 0) > MAX_SEALED_LINK_SECONDS)
    throw new ProductError('INVALID_REQUEST');
}

/**
 * What was left out of the request stays. Throws LINK_SEALED,  INVALID_REQUEST for what such a link cannot have,
 * and TOO_MANY_LINKS where one that was over would be one too many.
 */
export async function changeLink(
  tx: Tx,
  { id, userId, passwordHash }: { id: string; userId: string; passwordHash: string | null },
  asked: LinkChange,
  now: number,
): Promise<LinkRow> {
  const link = await requireUnrevoked(tx, id, userId, now);
  if (link.kind === 'inbox' && typeof asked.maxViews === 'number')
    throw new ProductError('INVALID_REQUEST');
  if (link.kind === 'sealed') checkSealedChange(link, asked);
  const expiresAt = asked.expiresIn === undefined ? link.expires_at : endOf(asked.expiresIn, now);
  const changes = {
    expires_at: expiresAt,
    ...(asked.expiresIn === undefined ? {} : { closes_at: expiresAt }),
    ...(asked.label === undefined ? {} : { label: asked.label }),
    ...(asked.maxViews === undefined
      ? {}
      : { max_views: asked.maxViews ?? (link.burn === 1 ? 1 : null) }),
    ...(asked.password === undefined ? {} : { password_hash: passwordHash }),
    ...(asked.notify === undefined ? {} : { notify: asked.notify ? 1 : 0 }),
    ...(asked.closeOpened === true ? { epoch: link.epoch + 1 } : {}),
  };
  const changed = await queries.updateLink(tx, link, changes, now);
  if (link.state !== 'active' && changed.state === 'active') await checkCount(tx, changed, now);
  if (link.kind !== 'sealed') return changed;
  // Fewer views may have used it up.
  const closes_at = await queries.findSealedEnd(tx, changed, now);
  return queries.updateLink(tx, changed, { closes_at }, now);
}

export async function renewLink(app: App, tx: Tx, id: string, userId: string): Promise<LinkRow> {
  const now = Date.now();
  const link = await requireUnrevoked(tx, id, userId, now);
  if (link.kind === 'sealed') throw new ProductError('LINK_SEALED');
  const generation = link.generation + 1;
  const epoch = link.epoch + 1;
  const token_hash = hashToken(tokenOf(app, { id, generation }));
  return queries.updateLink(tx, link, { generation, epoch, token_hash }, now);
}
