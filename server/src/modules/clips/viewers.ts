import { ProductError } from '@clipline/contract/errors.ts';
import type { Db } from '../../platform/database/database.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import { type Author, authorOf } from '../history/author.ts';
import type { ClipGrant, ClipStanding, Viewer } from './clips.access.ts';

/** A grant that is good, of whatever link; `clipId` is null for an inbox. */
export interface LivingGrant extends ClipGrant {
  readonly clipId: string | null;
}

/** Where somebody who opened a link hears of its clip, and reads its files. */
export interface OpenedLink {
  readonly linkId: string;
  readonly reader: string;
}

/** What links to files begin to rest on with that were made for whoever opened a link. */
export const LINK_READER = 'link.';

/** What clips need to know of links. */
export interface LinksToClips {
  /** Undefined unless the grant is good. */
  readonly findGrant: (db: Db, grant: string) => Promise<LivingGrant | undefined>;
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
  const id = user?.id ?? null;
  if (grant === undefined) return { id, grant: null };
  const found = await links.findGrant(db, grant);
  if (!found) throw new ProductError('GRANT_EXPIRED');
  return { id, grant: found.clipId === clipId ? found : null };
}

/** The same for what nobody may do signed out without a grant of this clip. */
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

/** Who writes a text, as its owner is told: whoever may only by a link does so as that link. */
export const writerAs = (viewer: Viewer, clip: ClipStanding, user: CurrentUser | null): Author =>
  user && clip.user_id === user.id
    ? authorOf(user)
    : { kind: 'link', id: viewer.grant?.linkId ?? '', label: viewer.grant?.label ?? null };
