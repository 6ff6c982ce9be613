import { ProductError } from '@clipline/contract/errors.ts';
import type { Db } from '../core/db/database.ts';
import { idsOf, rowsPerId } from '../core/ids.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { ANYONE } from '../files/links.ts';
import { isAddressOpen, person, refusalOf, type Viewer } from './clips.access.ts';
import { type ClipHead, findClipHead } from './clips.queries.ts';
import type { LinksToClips } from './viewers.ts';

/** What the files of a clip are kept under. */
export const CLIP = 'clip';
export const holderOf = (clipId: string) => ({ kind: CLIP, id: clipId });

/** The files of each of these clips. */
export async function listFilesOfClips(db: Db, clips: readonly ClipHead[]): Promise<FileRow[][]> {
  const holders = clips.filter((clip) => clip.file_count > 0);
  const files = await listFiles(db, CLIP, idsOf(holders));
  return rowsPerId(idsOf(clips), files, (file) => file.holder_id);
}

/** What links to the files of a clip rest on for its owner, and for a user who has its address. */
export const readerByAddress = (clip: ClipHead): string =>
  isAddressOpen(clip) ? ANYONE : clip.user_id;

/** The same for this viewer of it. */
export const readerOf = (clip: ClipHead, viewer: Viewer): string =>
  (clip.user_id === viewer.id ? undefined : viewer.grant?.reader) ?? readerByAddress(clip);

/** What links to files begin to rest on with that were made for a holder who opened a link. */
export const LINK_READER = 'link.';

/**
 * Whose sharing a link to a file of a clip is: its owner's, as long as the clip is there. Throws
 * FILE_LINK_INVALID where the clip is there, but not for the reader the link was made for.
 */
export async function filesSharedBy(
  links: LinksToClips,
  db: Db,
  clipId: string,
  reader: string,
): Promise<string | undefined> {
  const clip = await findClipHead(db, clipId);
  if (!clip) return undefined;
  const isByLink = reader.startsWith(LINK_READER);
  if (!isByLink && reader !== ANYONE && reader !== clip.user_id) return undefined;
  // While it waits for files, only its owner was ever given links to those that came.
  const isThere = refusalOf(clip, person(clip.user_id), 'read') === null;
  if (!isThere && !isByLink) return undefined;
  const isOpen = isByLink
    ? isThere && (await links.mayRead(db, clipId, reader))
    : reader === clip.user_id || isAddressOpen(clip);
  if (!isOpen) throw new ProductError('FILE_LINK_INVALID');
  return clip.user_id;
}
