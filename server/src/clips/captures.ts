import { CAPTURE_WAIT_SECONDS } from '@clipline/contract/limits.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Clip, createClip } from '@clipline/contract/schemas/clips.ts';
import type { App } from '../core/app.ts';
import type { Db, Tx } from '../core/db/database.ts';
import { bytesOf, type Call } from '../core/http/serve.ts';
import { keyed } from '../core/ids.ts';
import { doOnce, findOutcome, type Outcome } from '../core/once.ts';
import { findDone, removeDoneOf } from '../core/once.queries.ts';
import { planAllows } from '../auth/plans.ts';
import { type FileRow, findHeldFile } from '../files/files.queries.ts';
import { type Author, authorOf } from '../texts/history.ts';
import { removeText } from '../texts/search.queries.ts';
import * as changes from './clips.changes.ts';
import { tellLists } from './clips.news.ts';
import { holderOf, presentOwnClip } from './clips.present.ts';
import {
  type ClipHead,
  type ClipRow,
  countAwaiting,
  findClip,
  removeClip,
  textKeyOf,
  updateClip,
} from './clips.queries.ts';

export const CAPTURE_WAIT_MS = CAPTURE_WAIT_SECONDS * 1000;

/** More may not wait for files at a time: reads of the newest complete clip pass them all. */
const MAX_AWAITING = 1000;
const ASK_AGAIN_SECONDS = 60;

/** What is sent under a key of its sender's, and sent again until an answer comes. */
export interface Sent {
  readonly captureId: string;
  readonly content: string;
  readonly files: number;
}

export const keyOf = (kind: 'capture' | 'sending', senderId: string, captureId: string): string =>
  `${kind} ${senderId} ${captureId}`;

/** What is done once for a sender, in the account of a person. */
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

/** How what came through a link did, and the grant by which its files come. */
export interface Sending {
  readonly via: NonNullable<Clip['via']>;
  readonly grantHash: string;
}

export const createSent = (
  tx: Tx,
  once: ReturnType<typeof onceOf>,
  { captureId, content, files }: Sent,
  author: Author,
  sending?: Sending,
) =>
  doOnce(tx, once, async () => {
    const { userId } = once;
    if (files > 0 && (await countAwaiting(tx, userId, sending !== undefined)) >= MAX_AWAITING)
      throw new ProductError('TOO_MANY_REQUESTS', {}, ASK_AGAIN_SECONDS);
    const coming = sending ? { files, via: sending.via } : { files, captureId };
    const { id } = await changes.createClip(tx, userId, content, Date.now(), coming, author);
    const announced = { id, grantHash: sending?.grantHash ?? null, files, parts: {} };
    return { clip_id: id, reply: JSON.stringify(announced), forget_at: null };
  });

/** The clip that was saved under a key, as it is now. Throws CAPTURE_DELETED. */
async function requireCaptured(
  db: Db,
  { clip_id: id }: Pick<Outcome, 'clip_id'>,
): Promise<ClipRow> {
  const clip = id === null ? undefined : await findClip(db, id);
  if (!clip || clip.deleted_at !== null) throw new ProductError('CAPTURE_DELETED');
  return clip;
}

type Creation = Pick<
  Call<typeof createClip>,
  'user' | 'request' | 'create' | 'change' | 'ensure' | 'reply'
>;

async function createCaptured(call: Creation, app: App, sent: Sent): Promise<Clip> {
  const { user, request, change, ensure, reply } = call;
  const once = onceOf(app, 'capture', user.id, user.id, sent);
  // What was saved once stays so, whatever the plan says now, and however full the storage is.
  if (!(await findOutcome(app.db, once))) {
    ensure(planAllows('changes'));
    await app.requireSpace({ userId: user.id }, bytesOf(request));
  }
  const { clip, isNew } = await change(async (tx) => {
    const done = await createSent(tx, once, sent, authorOf(user));
    const saved = await requireCaptured(tx, done.outcome);
    return { clip: await presentOwnClip(app, tx, saved), isNew: done.isNew };
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

/**
 * The file that came as this part of a clip before; null where it was deleted since. Throws
 * INVALID_REQUEST where no such part was announced.
 */
export async function findPart(
  db: Db,
  announced: changes.Announced | undefined,
  kind: 'capture' | 'sending',
  senderId: string,
  { captureId, part }: Part,
): Promise<FileRow | null | undefined> {
  if (announced?.key !== keyOf(kind, senderId, captureId) || part >= announced.files)
    throw new ProductError('INVALID_REQUEST');
  const fileId = announced.parts[part];
  if (fileId === undefined) return undefined;
  return (await findHeldFile(db, holderOf(announced.id), fileId)) ?? null;
}

export async function requireUndeleted(
  db: Db,
  userId: string,
  clipId: string,
  { captureId }: Part,
): Promise<void> {
  const clip = await findClip(db, clipId);
  if (clip && clip.deleted_at === null) return;
  const done = await findDone(db, keyOf('capture', userId, captureId), Date.now());
  if (done && done.clip_id === (clip?.id ?? null)) throw new ProductError('CAPTURE_DELETED');
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
