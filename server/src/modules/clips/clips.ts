import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import type { ClipTag } from '@clipline/contract/schemas/tags.ts';
import type { Db } from '../../platform/database/database.ts';
import type { PlanOf } from '../../platform/http/current-user.ts';
import type { Files } from '../files/files.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { ANYONE } from '../files/links.ts';
import { findTagsOf } from './tags.queries.ts';
import { authoriseReading, refusal } from './clips.access.ts';
import { type ClipRow, findClip, findClipHead } from './clips.queries.ts';

/** What the files of a clip are kept under. */
export const CLIP = 'clip';
export const holderOf = (clipId: string) => ({ kind: CLIP, id: clipId });

const iso = (time: number) => new Date(time).toISOString();

/** A file of a clip as whoever holds the clip's id sees it. */
export const presentFile = (files: Files, file: FileRow): StoredFile =>
  files.links.present(file, ANYONE);

function present(
  clip: ClipRow,
  files: StoredFile[],
  tags: ClipTag[],
  viewerId: string | null,
): Clip {
  const first = files[0];
  const createdAt = iso(clip.created_at);
  return {
    id: clip.id,
    content: clip.content,
    userId: clip.user_id,
    isFavorite: clip.user_id === viewerId && clip.is_favorite === 1,
    files,
    fileName: first?.name ?? null,
    fileType: first?.type ?? null,
    filePath: first?.url ?? null,
    createdAt,
    // Most are never changed, and telling a time takes long in a list.
    updatedAt: clip.updated_at === clip.created_at ? createdAt : iso(clip.updated_at),
    version: clip.version,
    ...(clip.user_id === viewerId ? { tags } : {}),
    ...(clip.user_id === viewerId && clip.capture_id !== null
      ? { captureId: clip.capture_id }
      : {}),
  };
}

/** The clips as a viewer sees them, their files and tags fetched together. */
export async function presentClips(
  db: Db,
  files: Files,
  clips: ClipRow[],
  viewerId: string | null,
): Promise<Clip[]> {
  const holders = clips.filter((clip) => clip.file_count > 0).map((clip) => clip.id);
  const byClip = Map.groupBy(await listFiles(db, CLIP, holders), (file) => file.holder_id);
  const own = clips.filter((clip) => clip.user_id === viewerId).map((clip) => clip.id);
  const tags = await findTagsOf(db, own);
  return clips.map((clip) =>
    present(
      clip,
      (byClip.get(clip.id) ?? []).map((file) => presentFile(files, file)),
      tags.get(clip.id) ?? [],
      viewerId,
    ),
  );
}

export async function presentClip(
  db: Db,
  files: Files,
  clip: ClipRow,
  viewerId: string | null,
): Promise<Clip> {
  const [presented] = await presentClips(db, files, [clip], viewerId);
  return presented as Clip;
}

/** Throws what refuses a viewer, signed in or not (null). */
export const requireReadable = async (
  db: Db,
  planOf: PlanOf,
  clipId: string,
  viewerId: string | null,
): Promise<unknown> =>
  authoriseReading(await findClipHead(db, clipId), viewerId, (ownerId) => planOf(db, ownerId));

/** A clip as the viewer may read it, signed in or not (null). Throws what refuses them. */
export async function readClip(
  db: Db,
  files: Files,
  planOf: PlanOf,
  clipId: string,
  viewerId: string | null,
): Promise<Clip> {
  const clip = await authoriseReading(await findClip(db, clipId), viewerId, (ownerId) =>
    planOf(db, ownerId),
  );
  return presentClip(db, files, clip, viewerId);
}

/** What links to the files of clips rest on: their owner shares them, and they go with the clip. */
export async function filesSharedBy(
  db: Db,
  clipId: string,
  reader: string,
): Promise<string | undefined> {
  const clip = await findClipHead(db, clipId);
  // While it waits for further files, only its owner was ever given links to those that came.
  const isOpen = reader === ANYONE && refusal(clip, clip?.user_id ?? null, 'read') === undefined;
  return isOpen ? clip?.user_id : undefined;
}
