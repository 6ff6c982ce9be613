import { ProductError } from '@clipline/contract/errors.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { planTitle } from '../auth/plans.ts';
import { type Author, authorOf } from '../texts/history.ts';
import {
  type ClipAction,
  type ClipStanding,
  planRefusalOf,
  refusalOf,
  type Viewer,
} from './clips.access.ts';
import { type ClipRow, findClip, findGrantWithClip } from './clips.queries.ts';

export interface ClipCall {
  readonly user: CurrentUser | null;
  readonly params: { readonly id: string };
  readonly headers?: { readonly 'x-link-grant'?: string | undefined } | undefined;
}

export interface FoundClip {
  readonly clip: ClipRow;
  readonly viewer: Viewer;
  readonly isOwner: boolean;
}

/**
 * The clip of a call, and what the caller is to it. Throws GRANT_EXPIRED for a grant that is not
 * good; one of another clip is as none.
 */
export async function findClipFor(
  db: Db,
  { user, params: { id }, headers }: ClipCall,
): Promise<{ clip: ClipRow | undefined; viewer: Viewer; isSender: boolean }> {
  const token = headers?.['x-link-grant'];
  const userId = user?.id ?? null;
  if (token === undefined)
    return { clip: await findClip(db, id), viewer: { id: userId, grant: null }, isSender: false };
  const found = await findGrantWithClip(db, token, id);
  if (!found) throw new ProductError('GRANT_EXPIRED');
  const { clip, grant } = found;
  return {
    clip,
    viewer: { id: userId, grant: grant.clipId === id ? grant : null },
    isSender: grant.clipId === null,
  };
}

/** Throws where the plan of its owner does not let others read or edit a clip. */
export async function checkOwnersPlan(
  app: App,
  db: Db,
  { user_id: ownerId }: Pick<ClipStanding, 'user_id'>,
  action: 'read' | 'edit',
): Promise<void> {
  const plan = await app.planOf(db, ownerId);
  const code = planRefusalOf(action, plan);
  if (code !== null) throw new ProductError(code, { plan: planTitle(plan) });
}

/** Throws to whoever is neither signed in nor the holder of a grant of the clip. */
export async function requireHolder(db: Db, call: ClipCall) {
  const { clip, viewer, isSender } = await findClipFor(db, call);
  if (viewer.id === null && !viewer.grant)
    throw new ProductError(isSender ? 'CLIP_NOT_FOUND' : 'UNAUTHORIZED');
  return { clip, viewer };
}

/** What anybody may ask for, signed in or not. */
const OPEN: ReadonlySet<ClipAction> = new Set(['read', 'seeVersions']);

/** The one way to a clip: finds the clip of a call, and throws what refuses the caller. */
export async function requireClip(
  app: App,
  db: Db,
  call: ClipCall,
  action: ClipAction,
): Promise<FoundClip> {
  const { clip, viewer } = await (OPEN.has(action) ? findClipFor : requireHolder)(db, call);
  const code = refusalOf(clip, viewer, action);
  if (code !== null || !clip) throw new ProductError(code ?? 'CLIP_NOT_FOUND');
  const isOwner = clip.user_id === viewer.id;
  if (!isOwner) await checkOwnersPlan(app, db, clip, action === 'read' ? 'read' : 'edit');
  return { clip, viewer, isOwner };
}

/** As its history tells: a user who may only by a link writes as that link. */
export const writerOf = (
  user: CurrentUser | null,
  { viewer: { grant }, isOwner }: FoundClip,
): Author =>
  user && isOwner
    ? authorOf(user)
    : { kind: 'link', id: grant?.linkId ?? '', label: grant?.label ?? null };
