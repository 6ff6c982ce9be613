import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import type { ClipTag } from '@clipline/contract/schemas/tags.ts';
import type { Db } from '../../platform/database/database.ts';
import { isoTime } from '../../platform/time.ts';
import type { Files } from '../files/files.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { ANYONE } from '../files/links.ts';
import type { PlanOf } from '../plans/plans.ts';
import { listTagsOf } from './tags.queries.ts';
import { isAddressOpen, person, refusalOf, type Viewer } from './clips.access.ts';
import { authoriseReading } from './find-clip.ts';
import { type ClipHead, type ClipRow, findClip, findClipHead } from './clips.queries.ts';
import { LINK_READER, type LinksToClips } from './viewers.ts';

/** What the files of a clip are kept under. */
export const CLIP = 'clip';
export const holderOf = (clipId: string) => ({ kind: CLIP, id: clipId });

/** What links to the files of a clip rest on for its owner, and for a user who has its address. */
export const readerByAddress = (clip: ClipHead): string =>
  isAddressOpen(clip) ? ANYONE : clip.user_id;

/** The same for this viewer of it. */
const readerOf = (clip: ClipHead, viewer: Viewer): string =>
  (clip.user_id === viewer.id ? undefined : viewer.grant?.reader) ?? readerByAddress(clip);

/** A file of a clip as a viewer of it sees it. */
export const presentFile = (
  files: Files,
  file: FileRow,
  clip: ClipHead,
  viewer: Viewer,
): StoredFile => files.links.present(file, readerOf(clip, viewer));

/** For the owner alone. */
const presentOwn = (clip: ClipRow, tags: ClipTag[]): Partial<Clip> => ({
  tags,
  addressOpen: clip.address_open === 1,
  ...(clip.capture_id === null ? {} : { captureId: clip.capture_id }),
  ...(clip.via === null ? {} : { via: JSON.parse(clip.via) as NonNullable<Clip['via']> }),
});

function present(clip: ClipRow, files: StoredFile[], tags: ClipTag[], viewer: Viewer): Clip {
  const first = files[0];
  const createdAt = isoTime(clip.created_at);
  const isOwner = clip.user_id === viewer.id;
  return {
    id: clip.id,
    content: clip.content,
    userId: clip.user_id,
    isFavorite: isOwner && clip.is_favorite === 1,
    files,
    fileName: first?.name ?? null,
    fileType: first?.type ?? null,
    filePath: first?.url ?? null,
    createdAt,
    // Most are never changed, and telling a time takes long in a list.
    updatedAt: clip.updated_at === clip.created_at ? createdAt : isoTime(clip.updated_at),
    version: clip.version,
    ...(isOwner ? presentOwn(clip, tags) : {}),
  };
}

/** The clips as a viewer sees them, their files and tags fetched together. */
export async function presentClips(
  db: Db,
  files: Files,
  clips: ClipRow[],
  viewer: Viewer,
): Promise<Clip[]> {
  const holders = clips.filter((clip) => clip.file_count > 0).map((clip) => clip.id);
  const byClip = Map.groupBy(await listFiles(db, CLIP, holders), (file) => file.holder_id);
  const own = clips.filter((clip) => clip.user_id === viewer.id).map((clip) => clip.id);
  const tags = await listTagsOf(db, own);
  return clips.map((clip) =>
    present(
      clip,
      (byClip.get(clip.id) ?? []).map((file) => presentFile(files, file, clip, viewer)),
      tags.get(clip.id) ?? [],
      viewer,
    ),
  );
}

export async function presentClip(
  db: Db,
  files: Files,
  clip: ClipRow,
  viewer: Viewer,
): Promise<Clip> {
  const [presented] = await presentClips(db, files, [clip], viewer);
  return presented as Clip;
}

/** Throws what refuses a viewer. */
export const requireReadable = async (
  db: Db,
  planOf: PlanOf,
  clipId: string,
  viewer: Viewer,
): Promise<unknown> =>
  authoriseReading(await findClipHead(db, clipId), viewer, (ownerId) => planOf(db, ownerId));

/** A clip as its owner sees it. */
export const presentOwnClip = (db: Db, files: Files, clip: ClipRow): Promise<Clip> =>
  presentClip(db, files, clip, person(clip.user_id));

/** A clip as the viewer may read it. Throws what refuses them. */
export async function readClip(
  db: Db,
  files: Files,
  planOf: PlanOf,
  clipId: string,
  viewer: Viewer,
): Promise<Clip> {
  return presentReadable(db, files, planOf, { clip: await findClip(db, clipId), viewer });
}

/** The same for one that was looked up. */
export async function presentReadable(
  db: Db,
  files: Files,
  planOf: PlanOf,
  { clip, viewer }: { readonly clip: ClipRow | undefined; readonly viewer: Viewer },
): Promise<Clip> {
  const readable = await authoriseReading(clip, viewer, (ownerId) => planOf(db, ownerId));
  return presentClip(db, files, readable, viewer);
}

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
