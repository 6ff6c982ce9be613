import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import type { ClipTag } from '@clipline/contract/schemas/tags.ts';
import type { Db } from '../core/db/database.ts';
import { idsOf } from '../core/ids.ts';
import { isoTime } from '../core/time.ts';
import type { Files } from '../files/files.ts';
import type { FileRow } from '../files/files.queries.ts';
import { listTagsOf } from './tags.queries.ts';
import { person, type Viewer } from './clips.access.ts';
import type { ClipHead, ClipRow } from './clips.queries.ts';
import { listFilesOfClips, readerOf } from './clip-files.ts';

/** A file of a clip as a viewer of it sees it. */
export const presentFile = (
  files: Files,
  file: FileRow,
  clip: ClipHead,
  viewer: Viewer,
): StoredFile => files.links.present(file, readerOf(clip, viewer));

export const viaOf = (stored: string) => JSON.parse(stored) as NonNullable<Clip['via']>;

/** For the owner alone. */
const presentOwn = (clip: ClipRow, tags: ClipTag[]): Partial<Clip> => ({
  tags,
  addressOpen: clip.address_open === 1,
  ...(clip.capture_id === null ? {} : { captureId: clip.capture_id }),
  ...(clip.via === null ? {} : { via: viaOf(clip.via) }),
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
  const attached = await listFilesOfClips(db, clips);
  const own = clips.filter((clip) => clip.user_id === viewer.id);
  const tagsOfOwn = (await listTagsOf(db, idsOf(own))).values();
  return clips.map((clip, index) =>
    present(
      clip,
      attached[index]!.map((file) => presentFile(files, file, clip, viewer)),
      clip.user_id === viewer.id ? tagsOfOwn.next().value! : [],
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

/** A clip as its owner sees it. */
export const presentOwnClip = (db: Db, files: Files, clip: ClipRow): Promise<Clip> =>
  presentClip(db, files, clip, person(clip.user_id));
