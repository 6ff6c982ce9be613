import { CAPTURE_WAIT_SECONDS } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Clip, createClip } from '@clipline/contract/schemas/clips.ts';
import type { App } from '../core/app.ts';
import type { Db, Tx } from '../core/db/database.ts';
import { bytesOf, type Call } from '../core/http/serve.ts';
import { keyed } from '../core/ids.ts';
import { planAllows } from '../auth/plans.ts';
import { type FileRow, findHeldFile } from '../files/files.queries.ts';
import { authorOf } from '../texts/history.ts';
import { removeText } from '../texts/search.queries.ts';
import * as changes from './clips.changes.ts';
import { tellLists } from './clips.news.ts';
import { holderOf, presentOwnClip } from './clips.present.ts';
import {
  type ClipHead,
  type ClipRow,
  findClip,
  removeClip,
  textKeyOf,
  updateClip,
} from './clips.queries.ts';
import {
  countAwaiting,
  findCapture,
  findPart,
  insertCapture,
  removeCaptureOf,
} from './captures.queries.ts';

export const CAPTURE_WAIT_MS = CAPTURE_WAIT_SECONDS * 1000;

/** More may not wait for files at a time: reads of the newest complete clip pass them all. */
const MAX_AWAITING = 1000;
const ASK_AGAIN_SECONDS = 60;

export async function checkAwaiting(tx: Tx, userId: string, isSent: boolean): Promise<void> {
  if ((await countAwaiting(tx, userId, isSent)) >= MAX_AWAITING)
    throw new ProductError('TOO_MANY_REQUESTS', {}, ASK_AGAIN_SECONDS);
}

/** What is sent under a key of its sender's, and sent again until an answer comes. */
export interface Sent {
  readonly captureId: string;
  readonly content: string;
  readonly files: number;
}

/**
 * What is kept of a text to know it again: keyed, so that no reader of the store can try what was
 * sent, as the clip may be deleted for good.
 */
export const fingerprintOf = ({ config }: App, purpose: 'capture' | 'sending', { content }: Sent) =>
  keyed(config.APP_SECRET, purpose, content);

/** Throws IDEMPOTENCY_KEY_REUSED where something else came under the key first. */
export function requireSame(
  first: { readonly fingerprint: string; readonly files: number },
  fingerprint: string,
  { files }: Sent,
): void {
  if (first.fingerprint !== fingerprint || first.files !== files)
    throw new ProductError('IDEMPOTENCY_KEY_REUSED');
}

/** The clip that was saved under this key before, as it is now. */
async function findCaptured(
  app: App,
  db: Db,
  userId: string,
  sent: Sent,
): Promise<ClipRow | undefined> {
  const known = await findCapture(db, userId, sent.captureId);
  if (!known) return undefined;
  requireSame(known, fingerprintOf(app, 'capture', sent), sent);
  const clip = known.clip_id === null ? undefined : await findClip(db, known.clip_id);
  if (!clip || clip.deleted_at !== null) throw new ProductError('CAPTURE_DELETED');
  return clip;
}

type Creation = Pick<
  Call<typeof createClip>,
  'user' | 'request' | 'create' | 'change' | 'ensure' | 'reply'
>;

async function createCaptured(call: Creation, app: App, sent: Sent): Promise<Clip> {
  const { user, request, change, ensure, reply } = call;
  // What was saved once stays so, whatever the plan says now, and however full the storage is.
  if (!(await findCaptured(app, app.db, user.id, sent))) {
    ensure(planAllows('changes'));
    await app.requireSpace({ userId: user.id }, bytesOf(request));
  }
  const { clip, isNew } = await change(async (tx) => {
    const earlier = await findCaptured(app, tx, user.id, sent);
    if (earlier) return { clip: await presentOwnClip(app, tx, earlier), isNew: false };
    const { captureId, content, files } = sent;
    if (files > 0) await checkAwaiting(tx, user.id, false);
    const now = Date.now();
    const coming = { captureId, files };
    const saved = await changes.createClip(tx, user.id, content, now, coming, authorOf(user));
    await insertCapture(tx, {
      user_id: user.id,
      capture_id: captureId,
      fingerprint: fingerprintOf(app, 'capture', sent),
      files,
      clip_id: saved.id,
      created_at: now,
      forget_at: null,
    });
    return { clip: await presentOwnClip(app, tx, saved), isNew: true };
  });
  if (isNew) tellLists(app, user.id, 'created', clip);
  else reply.code(200);
  return clip;
}

/** A new clip of the caller's, once for each key; without text and key it is a draft. */
export async function createOwnClip(
  call: Creation,
  app: App,
  { captureId, content, files }: Omit<Sent, 'captureId'> & { captureId: string | undefined },
): Promise<Clip> {
  if (captureId !== undefined) return createCaptured(call, app, { captureId, content, files });
  const { user, create, ensure } = call;
  ensure(planAllows('changes'));
  const clip = await create(async (tx) => {
    const author = authorOf(user);
    const saved = await changes.createClip(tx, user.id, content, Date.now(), undefined, author);
    return presentOwnClip(app, tx, saved);
  });
  if (clip.content !== '') tellLists(app, user.id, 'created', clip);
  return clip;
}

export interface Part {
  readonly captureId: string;
  readonly part: number;
}

export function partOf(header: string | undefined): Part | undefined {
  const [captureId, part] = header?.split(':') ?? [];
  return captureId === undefined || part === undefined
    ? undefined
    : { captureId, part: Number(part) };
}

/** The file that came as this part of a clip before; null where it was deleted since. */
export async function findPartOf(
  db: Db,
  clipId: string,
  part: number,
): Promise<FileRow | null | undefined> {
  const stored = await findPart(db, clipId, part);
  return stored && ((await findHeldFile(db, holderOf(clipId), stored.file_id)) ?? null);
}

/** Throws CAPTURE_DELETED where the clip that a part is meant for was deleted. */
export async function requireUndeleted(
  db: Db,
  userId: string,
  clipId: string,
  { captureId }: Part,
): Promise<void> {
  const clip = await findClip(db, clipId);
  if (clip && clip.deleted_at === null) return;
  const capture = await findCapture(db, userId, captureId);
  if (capture && capture.clip_id === (clip?.id ?? null)) throw new ProductError('CAPTURE_DELETED');
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
  await removeCaptureOf(tx, clipId);
  await removeClip(tx, clipId);
  return { clip, change: 'deleted' };
}
