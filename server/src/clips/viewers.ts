import { ProductError } from '@clipline/contract/errors.ts';
import type { Db } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { type Author, authorOf } from '../texts/history.ts';
import { type ClipGrant, type ClipStanding, person, type Viewer } from './clips.access.ts';
import { type ClipRow, findClip } from './clips.queries.ts';

/** A grant that is good, of whatever link; `clipId` is null for an inbox. */
export interface LivingGrant extends ClipGrant {
  readonly clipId: string | null;
}

/** Where a user who opened a link hears of its clip, and reads its files. */
export interface OpenedLink {
  readonly linkId: string;
  readonly reader: string;
}

/** What clips need to know of links. */
export interface LinksToClips {
  /** Undefined unless the grant is good. */
  readonly findGrant: (db: Db, grant: string) => Promise<LivingGrant | undefined>;
  /** The same with a clip, of this link or not. */
  readonly findGrantWithClip: (
    db: Db,
    grant: string,
    clipId: string,
  ) => Promise<{ grant: LivingGrant; clip: ClipRow | undefined } | undefined>;
  /** The links by which others may have the clip open now. */
  readonly listOpened: (db: Db, clipId: string) => Promise<OpenedLink[]>;
  /** Whether a grant of this kind still reads files of the clip. */
  readonly mayRead: (db: Db, clipId: string, reader: string) => Promise<boolean>;
}

/** Who sends a grant along with a call about a clip. */
export interface Asking {
  readonly user: CurrentUser | null;
  readonly grant: string | undefined;
}

/** What a call tells of who asks. */
export interface AskingCall {
  readonly user: CurrentUser | null;
  readonly headers: { readonly 'x-link-grant'?: string | undefined };
}

/** Of a call: the grant that came with it, if any. */
export const askingOf = (call: AskingCall): Asking => ({
  user: call.user,
  grant: call.headers['x-link-grant'],
});

function holder(user: CurrentUser | null, grant: LivingGrant | undefined, clipId: string): Viewer {
  if (!grant) throw new ProductError('GRANT_EXPIRED');
  return { id: user?.id ?? null, grant: grant.clipId === clipId ? grant : null };
}

/**
 * What the caller is to this clip. Throws GRANT_EXPIRED for a grant that is not good; one of
 * another clip is as none.
 */
export async function viewerOf(
  links: LinksToClips,
  db: Db,
  { user, grant }: Asking,
  clipId: string,
): Promise<Viewer> {
  if (grant === undefined) return person(user?.id ?? null);
  return holder(user, await links.findGrant(db, grant), clipId);
}

/** The clip and what the caller is to it, in one look-up. Throws what `viewerOf` does. */
export async function findClipFor(
  links: LinksToClips,
  db: Db,
  { user, grant }: Asking,
  clipId: string,
): Promise<{ clip: ClipRow | undefined; viewer: Viewer }> {
  if (grant === undefined)
    return { clip: await findClip(db, clipId), viewer: person(user?.id ?? null) };
  const found = await links.findGrantWithClip(db, grant, clipId);
  return { clip: found?.clip, viewer: holder(user, found?.grant, clipId) };
}

/** The same for what no one may do signed out without a grant of this clip. */
export async function writerOf(
  links: LinksToClips,
  db: Db,
  asking: Asking,
  clipId: string,
): Promise<Viewer> {
  const viewer = await viewerOf(links, db, asking, clipId);
  if (viewer.id !== null || viewer.grant) return viewer;
  const isInbox = (await links.findGrant(db, asking.grant ?? ''))?.clipId === null;
  throw new ProductError(isInbox ? 'CLIP_NOT_FOUND' : 'UNAUTHORIZED');
}

/** Who writes a text, as its owner is told: a user who may only by a link does so as that link. */
export const writerAs = (viewer: Viewer, clip: ClipStanding, user: CurrentUser | null): Author =>
  user && clip.user_id === user.id
    ? authorOf(user)
    : { kind: 'link', id: viewer.grant?.linkId ?? '', label: viewer.grant?.label ?? null };
