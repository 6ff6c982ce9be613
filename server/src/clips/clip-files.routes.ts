import { clipEndpoints as endpoints } from '@clipline/contract/schemas/clips.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { beginClipUpload } from '@clipline/contract/schemas/uploads.ts';
import type { App } from '../core/app.ts';
import { afterCommit, type Db, type Tx } from '../core/db/database.ts';
import type { SentFile } from '../core/http/idempotency.ts';
import { measureUpload } from '../core/http/uploads.ts';
import { bytesOf, type Call, type Repeating, serve } from '../core/http/serve.ts';
import { hashToken } from '../core/ids.ts';
import { findDone } from '../core/once.queries.ts';
import { planAllows } from '../auth/plans.ts';
import { releaseOrLeave } from '../files/files.jobs.ts';
import { type FileRow, findHeldFile, listFiles } from '../files/files.queries.ts';
import { strangersName } from '../files/names.ts';
import { beginUpload, type Place, repeatingUpload } from '../uploads/begin.ts';
import { callerOfUser } from '../uploads/uploads.ts';
import { withUpload } from '../uploads/with-upload.ts';
import type { Author } from '../texts/history.ts';
import * as changes from './clips.changes.ts';
import { tellFiles } from './clips.news.ts';
import { CLIP, holderOf, presentFile } from './clips.present.ts';
import { type ClipHead, findClip, findGrant } from './clips.queries.ts';
import { requireClip, requireHolder, writerOf } from './require-clip.ts';

export interface UploadTarget<Answer> {
  readonly clip: ClipHead;
  readonly file: FileRow | undefined;
  readonly part: number | undefined;
  readonly author: Author;
  readonly present: (file: FileRow) => Answer;
}

interface Uploading<Answer> {
  readonly find: (on: Db) => Promise<UploadTarget<Answer>>;
  readonly allow: (on: Db, clip: ClipHead) => Promise<void>;
  readonly within: (work: (tx: Tx) => Promise<Answer>, file: SentFile) => Promise<Answer>;
}

/**
 * Adds the file of a call to a clip, which is looked for before the bytes come and again once they
 * are there. A file that was announced and came before is answered with 200.
 */
export async function uploadToClip<Answer>(
  app: App,
  { request, reply }: Pick<Upload, 'request' | 'reply'>,
  { find, allow, within }: Uploading<Answer>,
  isUnseen = false,
): Promise<Answer> {
  const before = await find(app.db);
  if (before.file) {
    if (!request.call.finishing) await measureUpload(request, []);
    reply.code(200);
    return before.present(before.file);
  }
  const { id, user_id: userId, saved_at: savedAt } = before.clip;
  await allow(app.db, before.clip);
  // What others add is the owner's.
  const isSent = before.author.kind === 'link';
  await request.call.requireSpace(bytesOf(request, app.files.maxFileBytes), { userId, isSent });
  changes.requireCapacity(before.clip);
  return withUpload(app, { request, reply }, { ownerId: userId }, (received) =>
    within(async (tx) => {
      const { clip, file, part, author, present } = await find(tx);
      if (file) {
        afterCommit(tx, () => void reply.code(200));
        return present(file);
      }
      await allow(tx, clip);
      const isByLink = author.kind === 'link';
      const named = isByLink ? { ...received, name: strangersName(received.name) } : received;
      const added = await changes.attachFile(tx, clip, named, Date.now(), {
        part,
        isSent: isUnseen,
        author,
      });
      const change = savedAt === null ? 'created' : 'files';
      afterCommit(tx, () => void tellFiles(app, id, change));
      return present(added);
    }, received),
  );
}

type Upload = Call<typeof endpoints.uploadClipFile>;

interface Part {
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
  if (announced?.key !== changes.keyOf(kind, senderId, captureId) || part >= announced.files)
    throw new ProductError('INVALID_REQUEST');
  const fileId = announced.parts[part];
  if (fileId === undefined) return undefined;
  return (await findHeldFile(db, holderOf(announced.id), fileId)) ?? null;
}

async function requireUndeleted(
  db: Db,
  userId: string,
  clipId: string,
  { captureId }: Part,
): Promise<void> {
  const clip = await findClip(db, clipId);
  if (clip && clip.deleted_at === null) return;
  const done = await findDone(db, changes.keyOf('capture', userId, captureId), Date.now());
  if (done && done.clip_id === (clip?.id ?? null)) throw new ProductError('CAPTURE_DELETED');
}

/** Only its owner announces files of a clip. */
async function findTarget(app: App, on: Db, call: Upload): Promise<UploadTarget<StoredFile>> {
  const { user, params, headers } = call;
  const sent = partOf(headers['x-capture-part']);
  if (sent && user) await requireUndeleted(on, user.id, params.id, sent);
  const found = await requireClip(app, on, call, 'edit');
  const { clip, viewer, isOwner } = found;
  const present = (file: FileRow) => presentFile(app, file, clip, viewer);
  const target = { clip, author: writerOf(user, found), present };
  if (!sent) return { ...target, file: undefined, part: undefined };
  const announced = isOwner ? await changes.findAnnounced(on, clip.id) : undefined;
  const file = await findPart(on, announced, 'capture', clip.user_id, sent);
  if (file === null) throw new ProductError('CAPTURE_DELETED');
  return { ...target, file, part: sent.part };
}

const uploadFile = (call: Upload, app: App): Promise<StoredFile> =>
  uploadToClip(app, call, {
    find: (on) => findTarget(app, on, call),
    async allow(_on, clip) {
      if (clip.user_id === call.user?.id) call.ensure(planAllows('changes'));
    },
    // Of what has a key of its own no answer is kept: it is looked up.
    within: (work, file) =>
      call.headers['x-capture-part'] === undefined ? call.create(work, file) : call.change(work),
  });

export const placeIn = (
  kind: 'clip' | 'link',
  clip: ClipHead,
  caller: string,
): Omit<Place, 'isSent'> => ({
  place_kind: kind,
  place_id: clip.id,
  owner_id: clip.user_id,
  caller,
  requireCapacity: () => changes.requireCapacity(clip),
});

const begin = (call: Call<typeof beginClipUpload>, app: App) =>
  beginUpload(app, call, async (on) => {
    const { clip, viewer, isOwner } = await requireClip(app, on, call, 'edit');
    if (isOwner) call.ensure(planAllows('changes'));
    const caller = isOwner ? callerOfUser(clip.user_id) : (viewer.grant?.reader ?? '');
    return { ...placeIn('clip', clip, caller), isSent: !isOwner };
  });

async function listClipFiles(call: Call<typeof endpoints.listClipFiles>, app: App) {
  const { clip, viewer } = await requireClip(app, app.db, call, 'read');
  const files = await listFiles(app.db, CLIP, [clip.id]);
  return files.map((file) => presentFile(app, file, clip, viewer));
}

async function deleteClipFile(call: Call<typeof endpoints.deleteClipFile>, app: App) {
  const { id, fileId } = call.params;
  await call.change(async (tx) => {
    const { clip } = await requireClip(app, tx, call, 'manage');
    const blobs = await changes.detachFile(tx, clip, fileId, Date.now());
    afterCommit(tx, async () => {
      await releaseOrLeave(app, app.files, blobs);
      await tellFiles(app, id, 'files');
    });
  });
  return { message: 'File deleted' };
}

export function serveClipFiles(app: App): void {
  serve(app, endpoints.listClipFiles, listClipFiles);
  serve(app, endpoints.deleteClipFile, deleteClipFile);
  // A repeat of a holder is told by the grant, which must still be good.
  const repeating: Repeating = {
    callerOf: async ({ call: { user, address }, headers }) =>
      user?.id ?? `${address} ${hashToken(String(headers['x-link-grant']))}`,
    onRepeat: async ({ call: { user }, params, headers }) => {
      const grant = headers['x-link-grant'];
      await requireHolder(app.db, {
        user,
        params: params as { id: string },
        headers: { 'x-link-grant': grant === undefined ? grant : String(grant) },
      });
    },
  };
  serve(app, endpoints.uploadClipFile, uploadFile, repeating);
  serve(app, beginClipUpload, begin, repeatingUpload(app, repeating));
  app.uploads.callers.push(async ({ headers }) => {
    const grant = headers['x-link-grant'];
    return typeof grant === 'string' ? (await findGrant(app.db, grant))?.reader : undefined;
  });
}
