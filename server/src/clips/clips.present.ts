import type { Clip } from '@clipline/contract/schemas/clips.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import type { ClipTag } from '@clipline/contract/schemas/tags.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { App } from '../core/app.ts';
import type { Db } from '../core/db/database.ts';
import { idsOf, rowsPerId } from '../core/ids.ts';
import { isoTime } from '../core/time.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { ANYONE } from '../files/links.ts';
import type { Author } from '../texts/history.ts';
import { isAddressOpen, person, refusalOf, type Viewer } from './clips.access.ts';
import {
  type ClipHead,
  type ClipRow,
  findClipHead,
  LINK_READER,
  listOpened,
  listTagsOf,
} from './clips.queries.ts';

export const CLIP = 'clip';
export const holderOf = (clipId: string) => ({ kind: CLIP, id: clipId });

export async function listFilesOfClips(db: Db, clips: readonly ClipHead[]): Promise<FileRow[][]> {
  const holders = clips.filter((clip) => clip.file_count > 0);
  if (holders.length === 0) return clips.map(() => []);
  const files = await listFiles(db, CLIP, idsOf(holders));
  return rowsPerId(idsOf(clips), files, (file) => file.holder_id);
}

/** What addresses of its files are signed for, for its owner and for who has its plain address. */
export const readerByAddress = (clip: ClipHead): string =>
  isAddressOpen(clip) ? ANYONE : clip.user_id;

const readerOf = (clip: ClipHead, viewer: Viewer): string =>
  (clip.user_id === viewer.id ? undefined : viewer.grant?.reader) ?? readerByAddress(clip);

/**
 * Whose plan decides whether a signed address of a file of this clip opens for others: its owner's,
 * undefined once the clip is gone or in the trash. Throws FILE_LINK_INVALID where the clip is there,
 * but not for the reader whom the address was signed for.
 */
export async function filesSharedBy(
  db: Db,
  clipId: string,
  reader: string,
): Promise<string | undefined> {
  const clip = await findClipHead(db, clipId);
  if (!clip) return undefined;
  // While it waits for files, only its owner was ever given addresses of those that came.
  if (refusalOf(clip, person(clip.user_id), 'read') !== null) return undefined;
  const isByLink = reader.startsWith(LINK_READER);
  if (!isByLink && reader !== ANYONE && reader !== clip.user_id) return undefined;
  const isOpen = isByLink
    ? (await listOpened(db, clipId)).some((link) => link.reader === reader)
    : reader === clip.user_id || isAddressOpen(clip);
  if (!isOpen) throw new ProductError('FILE_LINK_INVALID');
  return clip.user_id;
}

export const presentFile = (app: App, file: FileRow, clip: ClipHead, viewer: Viewer): StoredFile =>
  app.files.links.present(file, readerOf(clip, viewer));

/** By which link a clip came to its owner, for good, or was edited since its owner changed it. */
export interface Via {
  readonly kind: 'link' | 'edit';
  readonly label: string | null;
}

export const viaOf = (stored: string) => JSON.parse(stored) as Via;

export function viaAfter({ via }: ClipHead, { kind, label }: Author): string | null {
  if (via !== null && viaOf(via).kind === 'link') return via;
  return kind === 'link' ? JSON.stringify({ kind: 'edit', label } satisfies Via) : null;
}

/** Nothing of an edit: the clip is its owner's. */
export function cameBy({ via }: Pick<ClipHead, 'via'>): Pick<Clip, 'via'> {
  const by = via === null ? undefined : viaOf(via);
  return by?.kind === 'link' ? { via: { kind: by.kind, label: by.label } } : {};
}

const presentForOwner = (clip: ClipRow, tags: ClipTag[]): Partial<Clip> => ({
  tags,
  addressOpen: clip.address_open === 1,
  ...(clip.capture_id === null ? {} : { captureId: clip.capture_id }),
  ...cameBy(clip),
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
    ...(isOwner ? presentForOwner(clip, tags) : {}),
  };
}

export async function presentClips(
  app: App,
  db: Db,
  clips: readonly ClipRow[],
  viewer: Viewer,
): Promise<Clip[]> {
  const files = await listFilesOfClips(db, clips);
  const isOwner = clips[0]?.user_id === viewer.id;
  const tags = isOwner ? await listTagsOf(db, clips[0]!.user_id, idsOf(clips)) : [];
  return clips.map((clip, index) =>
    present(
      clip,
      files[index]!.map((file) => presentFile(app, file, clip, viewer)),
      tags[index] ?? [],
      viewer,
    ),
  );
}

export async function presentClip(app: App, db: Db, clip: ClipRow, viewer: Viewer): Promise<Clip> {
  const [presented] = await presentClips(app, db, [clip], viewer);
  return presented as Clip;
}

export const presentOwnClip = (app: App, db: Db, clip: ClipRow): Promise<Clip> =>
  presentClip(app, db, clip, person(clip.user_id));
