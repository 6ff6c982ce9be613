import { CAPTURE_WAIT_SECONDS } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Db, Tx } from '../core/db/database.ts';
import type { CaptureTable } from './clips.tables.ts';
import { keyed } from '../core/ids.ts';
import { type FileRow, findHeldFile } from '../files/files.queries.ts';
import type { Author } from '../texts/history.ts';
import { removeText } from '../texts/search.queries.ts';
import { type AnnouncedPart, createClip } from './clips.changes.ts';
import {
  countAwaiting,
  removeCaptureOf,
  findCapture,
  findPart,
  insertCapture,
} from './captures.queries.ts';
import { person } from './clips.access.ts';
import { authorise } from './find-clip.ts';
import {
  type ClipHead,
  type ClipRow,
  findClip,
  findClipHead,
  removeClip,
  textKeyOf,
  updateClip,
} from './clips.queries.ts';
import { holderOf } from './clip-files.ts';

export const CAPTURE_WAIT_MS = CAPTURE_WAIT_SECONDS * 1000;

/** More may not wait for files at a time: reads of the newest complete clip pass them all. */
const MAX_AWAITING = 1000;
const ASK_AGAIN_SECONDS = 60;

/** Throws TOO_MANY_REQUESTS. */
export async function checkAwaiting(tx: Tx, userId: string, isSent: boolean): Promise<void> {
  if ((await countAwaiting(tx, userId, isSent)) >= MAX_AWAITING)
    throw new ProductError('TOO_MANY_REQUESTS', {}, ASK_AGAIN_SECONDS);
}

/** A clip as a client saves it under an id of its own, and how many files it announces. */
export interface Capture {
  readonly captureId: string;
  readonly content: string;
  readonly files: number;
}

/**
 * Keyed, so that no reader of the store can try what was sent: the clip may be deleted for good.
 */
const fingerprintOf = (secret: string, { content }: Capture) => keyed(secret, 'capture', content);

async function clipOf(
  db: Db,
  secret: string,
  known: CaptureTable,
  capture: Capture,
): Promise<ClipRow> {
  if (known.fingerprint !== fingerprintOf(secret, capture) || known.files !== capture.files)
    throw new ProductError('IDEMPOTENCY_KEY_REUSED');
  const clip = known.clip_id === null ? undefined : await findClip(db, known.clip_id);
  if (!clip || clip.deleted_at !== null) throw new ProductError('CAPTURE_DELETED');
  return clip;
}

/**
 * The clip that was saved under this id before, as it is now; undefined when there was none. Throws
 * IDEMPOTENCY_KEY_REUSED or CAPTURE_DELETED.
 */
export async function findCaptured(
  db: Db,
  secret: string,
  userId: string,
  capture: Capture,
): Promise<ClipRow | undefined> {
  const known = await findCapture(db, userId, capture.captureId);
  return known && clipOf(db, secret, known, capture);
}

/**
 * Saves the clip, unless it was saved before: then `isNew` is false. Throws like `findCaptured`.
 */
export async function saveCapture(
  tx: Tx,
  secret: string,
  userId: string,
  capture: Capture,
  now: number,
  author?: Author,
): Promise<{ readonly clip: ClipRow; readonly isNew: boolean }> {
  const earlier = await findCaptured(tx, secret, userId, capture);
  if (earlier) return { clip: earlier, isNew: false };
  const { captureId, content, files } = capture;
  if (files > 0) await checkAwaiting(tx, userId, false);
  const clip = await createClip(tx, userId, content, now, { captureId, files }, author);
  await insertCapture(tx, {
    user_id: userId,
    capture_id: captureId,
    fingerprint: fingerprintOf(secret, capture),
    files,
    clip_id: clip.id,
    created_at: now,
    forget_at: null,
  });
  return { clip, isNew: true };
}

/** One of the files that were announced. */
export interface CapturePart {
  readonly captureId: string;
  readonly part: number;
}

export function partOf(header: string | undefined): CapturePart | undefined {
  const [captureId, part] = header?.split(':') ?? [];
  return captureId === undefined || part === undefined
    ? undefined
    : { captureId, part: Number(part) };
}

/**
 * The clip that a part is meant for, if the caller may add to it, and the file, if it came before.
 * Throws CAPTURE_DELETED when clip or file were deleted since, and INVALID_REQUEST when no such
 * part was announced for this clip.
 */
export async function findPartOf(
  db: Db,
  userId: string,
  clipId: string,
  { captureId, part }: CapturePart,
): Promise<{
  readonly clip: ClipHead;
  readonly file: FileRow | undefined;
  readonly part: AnnouncedPart;
}> {
  const found = await findClipHead(db, clipId);
  const capture = await findCapture(db, userId, captureId);
  const isGone = found ? found.user_id === userId && found.deleted_at !== null : true;
  const isMeant = capture?.clip_id === (found?.id ?? null);
  if (capture && isGone && isMeant) throw new ProductError('CAPTURE_DELETED');
  const clip = authorise(found, person(userId), 'manage');
  if (!capture || !isMeant || part >= capture.files) throw new ProductError('INVALID_REQUEST');
  const meant = { part, announced: capture.files };
  const stored = await findPart(db, clipId, part);
  if (!stored) return { clip, file: undefined, part: meant };
  const file = await findHeldFile(db, holderOf(clipId), stored.file_id);
  if (!file) throw new ProductError('CAPTURE_DELETED');
  return { clip, file, part: meant };
}

/**
 * Ends the wait for files: what has a text or a file is complete as it is. What has neither is
 * removed with its key, because its owner did not delete it: a user who still has it may send it
 * again.
 */
export async function endWait(
  tx: Tx,
  clipId: string,
  now: number,
): Promise<{ readonly clip: ClipHead; readonly change: 'files' | 'deleted' } | undefined> {
  const clip = await findClip(tx, clipId);
  if (!clip || clip.awaited_files === 0 || clip.deleted_at !== null) return undefined;
  if (clip.file_count > 0 || clip.content !== '')
    return { clip: await updateClip(tx, clip, { awaited_files: 0 }), change: 'files' };
  // Its count goes first.
  await updateClip(tx, clip, { deleted_at: now });
  await removeText(tx, textKeyOf(clip));
  await removeCaptureOf(tx, clipId);
  await removeClip(tx, clipId);
  return { clip, change: 'deleted' };
}
