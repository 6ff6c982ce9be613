import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { MAX_FILES_PER_CLIP } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { App } from '../core/app.ts';
import type { Db, Tx } from '../core/db/database.ts';
import { idsOf, keyed, newId } from '../core/ids.ts';
import { doOnce } from '../core/once.ts';
import { findDoneOf, removeDoneOf, updateReply } from '../core/once.queries.ts';
import {
  removeFile,
  removeFilesOf,
  type FileRow,
  findHeldFile,
  listFiles,
  moveFiles,
} from '../files/files.queries.ts';
import { addFile, type Upload } from '../files/uploads.ts';
import { type Author, noteCreation, OWNER, replaceText, type Saving } from '../texts/history.ts';
import { isKeptFile, KEPT_FILE, type VersionFile } from '../texts/history.queries.ts';
import {
  addText,
  addTexts,
  changeNames,
  removeText,
  removeTexts,
} from '../texts/search.queries.ts';
import {
  type ClipHead,
  type ClipRow,
  countAwaiting,
  endLinksTo,
  findClip,
  findDraft,
  findNewClipsOpen,
  insertClip,
  nextCreatedAt,
  noteCreatedAt,
  removeClip,
  removeDraft,
  textKeyOf,
  updateClip,
  updateClips,
} from './clips.queries.ts';
import { CLIP, holderOf, listFilesOfClips, viaAfter } from './clips.present.ts';
import { replaceTags } from './tags.queries.ts';

async function saving(tx: Tx, userId: string, now: number) {
  const at = await nextCreatedAt(tx, userId, now);
  return { created_at: at, saved_at: at, updated_at: at };
}

export interface Coming {
  readonly captureId?: string;
  readonly files: number;
  readonly via?: NonNullable<Clip['via']>;
}

export interface Creation {
  readonly coming?: Coming;
  readonly author?: Author;
  /** As the account says of new clips where nothing is said of this one. */
  readonly addressOpen?: boolean | undefined;
}

const NEW = {
  is_favorite: 0,
  file_count: 0,
  deleted_at: null,
  version: 1,
  content_version: 1,
  capture_id: null,
  awaited_files: 0,
  burns_at: null,
  via: null,
};

/** Without text it is a draft: of these a user has one, whose dates begin anew. */
export async function createClip(
  tx: Tx,
  userId: string,
  content: string,
  now: number,
  { coming, author = OWNER, addressOpen }: Creation = {},
): Promise<ClipRow> {
  const isDraft = content === '' && !coming;
  const draft = isDraft ? await findDraft(tx, userId) : undefined;
  const chosen = addressOpen === undefined ? {} : { address_open: addressOpen ? 1 : 0 };
  if (draft) return updateClip(tx, draft, { created_at: now, updated_at: now, ...chosen });
  const times = isDraft
    ? { saved_at: null, created_at: now, updated_at: now }
    : await saving(tx, userId, now);
  const clip = await insertClip(tx, {
    ...NEW,
    id: newId(),
    user_id: userId,
    capture_id: coming?.captureId ?? null,
    awaited_files: coming?.files ?? 0,
    address_open: chosen.address_open ?? (await findNewClipsOpen(tx, userId)),
    via: coming?.via ? JSON.stringify(coming.via) : null,
    ...times,
    content,
  });
  if (isDraft) return clip;
  await addText(tx, textKeyOf(clip), content, []);
  if (content !== '')
    await noteCreation(tx, 'clip_versions', clip.id, { version: 1, at: now, author });
  return clip;
}

/** More may not wait for files at a time: reads of the newest complete clip pass them all. */
const MAX_AWAITING = 1000;
const ASK_AGAIN_SECONDS = 60;

/** What is sent under a key of its sender's, and sent again until an answer comes. */
export interface Sent {
  readonly captureId: string;
  readonly content: string;
  readonly files: number;
  readonly addressOpen?: boolean | undefined;
}

export const keyOf = (kind: 'capture' | 'sending', senderId: string, captureId: string): string =>
  `${kind} ${senderId} ${captureId}`;

export const onceOf = (
  { config }: App,
  kind: 'capture' | 'sending',
  senderId: string,
  userId: string,
  { captureId, content, files }: Sent,
) => ({
  key: keyOf(kind, senderId, captureId),
  userId,
  fingerprint: () => `${keyed(config.APP_SECRET, kind, content)} ${files}`,
});

export interface Sending {
  readonly via: NonNullable<Clip['via']>;
  readonly grantHash: string;
}

export const createSent = (
  tx: Tx,
  once: ReturnType<typeof onceOf>,
  { captureId, content, files, addressOpen }: Sent,
  author: Author,
  sending?: Sending,
) =>
  doOnce(tx, once, async () => {
    const { userId } = once;
    if (files > 0 && (await countAwaiting(tx, userId, sending !== undefined)) >= MAX_AWAITING)
      throw new ProductError('TOO_MANY_REQUESTS', {}, ASK_AGAIN_SECONDS);
    const coming = sending ? { files, via: sending.via } : { files, captureId };
    const creation = { coming, author, addressOpen: sending ? false : addressOpen };
    const { id } = await createClip(tx, userId, content, Date.now(), creation);
    const announced = { id, grantHash: sending?.grantHash ?? null, files, parts: {} };
    return { clip_id: id, reply: JSON.stringify(announced), forget_at: null };
  });

/** What every change of text or files brings with it; the first one saves a draft. */
async function changing(tx: Tx, clip: ClipHead, now: number, author: Author) {
  const change = { version: clip.version + 1, via: viaAfter(clip, author) };
  if (clip.saved_at !== null) return { ...change, updated_at: Math.max(now, clip.updated_at) };
  return { ...change, ...(await saving(tx, clip.user_id, now)) };
}

const versionFilesOf = async (tx: Tx, clip: ClipHead): Promise<VersionFile[]> =>
  clip.file_count === 0
    ? []
    : (await listFiles(tx, CLIP, [clip.id])).map(({ id, name }) => ({ id, name }));

/** What it replaces is kept as a version; `restored` ends the burst of saves before it. */
export async function saveText(
  tx: Tx,
  clip: ClipRow,
  content: string,
  now: number,
  { author = OWNER, restored }: Partial<Pick<Saving, 'author' | 'restored'>> = {},
): Promise<ClipRow> {
  if (content === clip.content) return clip;
  const change = await changing(tx, clip, now, author);
  const { version } = change;
  const saved = await updateClip(tx, clip, { ...change, content, content_version: version });
  const save = { version, at: now, author, restored };
  if (clip.saved_at === null) {
    await addText(tx, textKeyOf(saved), content, []);
    await noteCreation(tx, 'clip_versions', clip.id, save);
    return saved;
  }
  const before = { content: clip.content, version: clip.content_version };
  const files = () => versionFilesOf(tx, clip);
  await replaceText(tx, 'clip_versions', textKeyOf(saved), before, { ...save, content }, files);
  return saved;
}

async function afterFiles<C extends ClipHead>(
  tx: Tx,
  clip: C,
  now: number,
  { awaited = clip.awaited_files, author = OWNER } = {},
): Promise<C> {
  const names = (await listFiles(tx, CLIP, [clip.id])).map((file) => file.name);
  const changed = await updateClip(tx, clip, {
    ...(await changing(tx, clip, now, author)),
    file_count: names.length,
    awaited_files: awaited,
  });
  if (clip.saved_at === null) await addText(tx, textKeyOf(changed), '', names);
  else await changeNames(tx, textKeyOf(changed), names);
  return changed;
}

export function requireCapacity(clip: ClipHead): void {
  if (clip.file_count >= MAX_FILES_PER_CLIP)
    throw new ProductError('TOO_MANY_FILES', { max: MAX_FILES_PER_CLIP });
}

/** What is kept of a clip that was sent under a key, and of the files that were announced with it. */
export interface Announced {
  readonly key: string;
  readonly id: string;
  /** Of a grant by which its files come; null where its owner sent it. */
  readonly grantHash: string | null;
  readonly files: number;
  readonly parts: Readonly<Record<number, string>>;
}

export async function findAnnounced(db: Db, clipId: string): Promise<Announced | undefined> {
  const done = await findDoneOf(db, clipId);
  return done && { ...(JSON.parse(done.reply) as Announced), key: done.key };
}

/**
 * What is still to come after one more file. A file without a part counts only while none came with
 * one: beside these it may be any file that somebody added.
 */
async function awaitedAfter(tx: Tx, clip: ClipHead, fileId: string, part: number | undefined) {
  const isWaiting = clip.awaited_files > 0;
  const announced = isWaiting || part !== undefined ? await findAnnounced(tx, clip.id) : undefined;
  if (!announced) return 0;
  const came = { ...announced.parts, ...(part === undefined ? {} : { [part]: fileId }) };
  const count = Object.keys(came).length;
  if (part !== undefined)
    await updateReply(tx, announced.key, JSON.stringify({ ...announced, parts: came }));
  else if (count === 0) return clip.awaited_files - 1;
  return isWaiting ? announced.files - count : 0;
}

interface Attaching {
  readonly part: number | undefined;
  readonly isSent: boolean;
  readonly author: Author;
}

export async function attachFile(
  tx: Tx,
  clip: ClipHead,
  received: Upload,
  now: number,
  { part, isSent, author }: Attaching,
): Promise<FileRow> {
  requireCapacity(clip);
  const file = await addFile(tx, received, holderOf(clip.id), now, isSent);
  const awaited = await awaitedAfter(tx, clip, file.id, part);
  await afterFiles(tx, clip, now, { awaited, author });
  return file;
}

/**
 * Ends the wait for files: what has a text or a file is complete as it is. What has neither is
 * removed with its key, because its owner did not delete it: a user who still has it may send it
 * again.
 */
export async function endWait(
  tx: Tx,
  clipId: string,
): Promise<{ readonly clip: ClipHead; readonly change: 'files' | 'deleted' } | undefined> {
  const clip = await findClip(tx, clipId);
  if (!clip || clip.awaited_files === 0 || clip.deleted_at !== null) return undefined;
  if (clip.file_count > 0 || clip.content !== '')
    return { clip: await updateClip(tx, clip, { awaited_files: 0 }), change: 'files' };
  await removeText(tx, textKeyOf(clip));
  await removeDoneOf(tx, clipId);
  await removeClip(tx, clipId);
  return { clip, change: 'deleted' };
}

/** A file that an earlier version has is kept for it. Returns the blobs that nothing refers to. */
export async function detachFile(
  tx: Tx,
  clip: ClipHead,
  fileId: string,
  now: number,
): Promise<string[]> {
  const file = await findHeldFile(tx, holderOf(clip.id), fileId);
  if (!file) throw new ProductError('FILE_NOT_FOUND');
  const isKept = await isKeptFile(tx, clip.id, file.id);
  if (isKept) await moveFiles(tx, [file.id], { kind: KEPT_FILE, id: clip.id });
  else await removeFile(tx, file.id);
  await afterFiles(tx, clip, now);
  return isKept ? [] : [file.blob_id];
}

export async function bringBackFiles(
  tx: Tx,
  clip: ClipRow,
  wanted: readonly VersionFile[],
  now: number,
): Promise<ClipRow> {
  const ids = new Set(idsOf(wanted));
  const back = (await listFiles(tx, KEPT_FILE, [clip.id])).filter(({ id }) => ids.has(id));
  if (back.length === 0) return clip;
  if (clip.file_count + back.length > MAX_FILES_PER_CLIP)
    throw new ProductError('TOO_MANY_FILES', { max: MAX_FILES_PER_CLIP });
  await moveFiles(tx, idsOf(back), holderOf(clip.id));
  return afterFiles(tx, clip, now);
}

export const deleteFilesOfClips = async (tx: Tx, ids: string[]): Promise<string[]> => [
  ...(await removeFilesOf(tx, CLIP, ids)),
  ...(await removeFilesOf(tx, KEPT_FILE, ids)),
];

/** A draft holds nothing worth bringing back. */
export async function deleteClip(tx: Tx, clip: ClipHead, now: number): Promise<void> {
  if (clip.saved_at === null) return void (await removeDraft(tx, clip.id));
  await deleteClips(tx, [clip], now);
}

export async function deleteClips(tx: Tx, clips: readonly ClipHead[], now: number): Promise<void> {
  await updateClips(tx, clips, { deleted_at: now });
  await endLinksTo(tx, idsOf(clips), now);
  await removeTexts(tx, clips.map(textKeyOf));
}

export async function removeForGood(tx: Tx, clip: ClipHead, now: number): Promise<string[]> {
  if (clip.deleted_at === null) await deleteClip(tx, clip, now);
  await removeClip(tx, clip.id);
  return deleteFilesOfClips(tx, [clip.id]);
}

export async function restoreClip(tx: Tx, clip: ClipRow, deletedSince: number): Promise<ClipRow> {
  if (clip.deleted_at === null) return clip;
  if (clip.deleted_at < deletedSince) throw new ProductError('CLIP_NOT_FOUND');
  await restoreClips(tx, [clip]);
  return { ...clip, deleted_at: null };
}

export async function restoreClips(tx: Tx, clips: readonly ClipRow[]): Promise<void> {
  await updateClips(tx, clips, { deleted_at: null });
  const files = await listFilesOfClips(tx, clips);
  await addTexts(
    tx,
    clips.map((clip, index) => ({
      key: textKeyOf(clip),
      text: clip.content,
      names: files[index]!.map((file) => file.name),
    })),
  );
}

export interface FormerClip {
  readonly content: string;
  readonly isFavorite: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether anyone with its address read it; as all new ones where that is not known. */
  readonly addressOpen?: boolean | undefined;
  readonly files: readonly Upload[];
  readonly tags: readonly string[];
}

/**
 * Saves a clip with the dates it had; its id is a new one, because an id is what "anyone with the
 * link" rests on.
 */
export async function takeOverClip(tx: Tx, userId: string, former: FormerClip): Promise<ClipRow> {
  const created_at = former.createdAt;
  await noteCreatedAt(tx, userId, created_at);
  const id = newId();
  const clip = await insertClip(tx, {
    ...NEW,
    id,
    user_id: userId,
    is_favorite: former.isFavorite ? 1 : 0,
    file_count: former.files.length,
    saved_at: created_at,
    created_at,
    updated_at: Math.max(created_at, former.updatedAt),
    address_open: former.addressOpen === false ? 0 : await findNewClipsOpen(tx, userId),
    content: former.content,
  });
  const names: string[] = [];
  // A moment apart: files are listed in the order of their times.
  for (const [index, file] of former.files.entries())
    names.push((await addFile(tx, file, holderOf(id), created_at + index)).name);
  await replaceTags(tx, clip, former.tags);
  await addText(tx, textKeyOf(clip), clip.content, names);
  return clip;
}
