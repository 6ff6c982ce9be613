import type { App } from '../core/app.ts';
import { deleteClipFile, listClipFiles, uploadClipFile } from '@clipline/contract/schemas/clips.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import type { Db, Tx } from '../core/db/database.ts';
import { measureUpload } from '../core/http/uploads.ts';
import { bytesOf, type Call, serve } from '../core/http/serve.ts';
import { hashToken } from '../core/ids.ts';
import type { Files } from '../files/files.ts';
import { releaseOrLeave } from '../files/files.jobs.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { strangersName } from '../files/names.ts';
import { withUpload } from '../files/uploads.ts';
import { planAllows, type PlanOf } from '../auth/plans.ts';
import { findPartOf, partOf } from './captures.ts';
import type { Viewer } from './clips.access.ts';
import * as changes from './clips.changes.ts';
import type { ClipNews } from './clips.news.ts';
import { presentFile } from './clips.present.ts';
import { CLIP } from './clip-files.ts';
import { authorise, authoriseReading, checkOwnersPlan, findManaged } from './find-clip.ts';
import { findClipHead } from './clips.queries.ts';
import { askingOf, type LinksToClips, viewerOf, writerOf } from './viewers.ts';

interface ClipFilesContext {
  readonly files: Files;
  readonly news: ClipNews;
  readonly planOf: PlanOf;
  readonly links: LinksToClips;
}
type Upload = Call<typeof uploadClipFile>;

/** Which file of a captured clip it is, if it is one. */
const partIn = ({ headers }: Upload) => partOf(headers['x-capture-part']);

/** The clip, and the file if it is here already. Only its owner announces parts of a clip. */
async function findTarget(on: Db, viewer: Viewer, call: Upload) {
  const part = partIn(call);
  const found = await findClipHead(on, call.params.id);
  const isByLink = viewer.grant !== null && found?.user_id !== viewer.id;
  if (part && viewer.id !== null && !isByLink)
    return findPartOf(on, viewer.id, call.params.id, part);
  const clip = authorise(found, viewer, 'edit');
  if (part) throw new ProductError('INVALID_REQUEST');
  return { clip, file: undefined, part: undefined };
}

/** The same, and who adds to it. Who may only by a link does so by the plan of its owner. */
async function findUploaded(on: Db, { files, links, planOf }: ClipFilesContext, call: Upload) {
  const viewer = await writerOf(links, on, askingOf(call), call.params.id);
  const { clip, file, part } = await findTarget(on, viewer, call);
  const isOwn = clip.user_id === viewer.id;
  if (!isOwn) await checkOwnersPlan(clip, (ownerId) => planOf(on, ownerId));
  const present = (row: FileRow) => presentFile(files, row, clip, viewer);
  return { clip, file, part, isOwn, present };
}

async function upload({ db }: App, context: ClipFilesContext, call: Upload) {
  const { params, user, request, create, change, reply, ensure } = call;
  const { files, news } = context;
  const before = await findUploaded(db, context, call);
  if (before.file) {
    await measureUpload(request, []);
    reply.code(200);
    return before.present(before.file);
  }
  if (before.clip.user_id === user?.id) ensure(planAllows('changes'));
  // What a link lets others add is the owner's.
  await request.call.requireSpace(bytesOf(request), { userId: before.clip.user_id });
  changes.requireCapacity(before.clip);
  let isRepeat = false;
  const answer = await withUpload(files, request, [], (received) => {
    const attach = async (tx: Tx) => {
      const { clip, file, part, isOwn, present } = await findUploaded(tx, context, call);
      isRepeat = file !== undefined;
      if (file) return present(file);
      const named = isOwn ? received : { ...received, name: strangersName(received.name) };
      return present(await changes.attachFile(tx, clip, named, Date.now(), part));
    };
    // Of what has a key of its own no answer is kept: it is looked up.
    return before.part ? change(attach) : create(attach, received);
  });
  if (isRepeat) reply.code(200);
  else await news.files(params.id, before.clip.saved_at === null ? 'created' : 'files');
  return answer;
}

export function serveClipFiles(app: App, context: ClipFilesContext): void {
  const { db } = app;
  const { files, news, planOf, links } = context;

  serve(app, listClipFiles, async (call) => {
    const { id } = call.params;
    const viewer = await viewerOf(links, db, askingOf(call), id);
    const clip = await authoriseReading(await findClipHead(db, id), viewer, (ownerId) =>
      planOf(db, ownerId),
    );
    const rows = await listFiles(db, CLIP, [clip.id]);
    return rows.map((file) => presentFile(files, file, clip, viewer));
  });

  // A repeat of a holder is told by the grant, which must still be good.
  serve(app, uploadClipFile, (call) => upload(app, context, call), {
    callerOf: async ({ call: { user, address }, headers }) =>
      user?.id ?? `${address} ${hashToken(String(headers['x-link-grant']))}`,
    onRepeat: async ({ call: { user }, params, headers }) => {
      const grant = headers['x-link-grant'];
      const { id } = params as { id: string };
      await writerOf(links, db, { user, grant: grant === undefined ? grant : String(grant) }, id);
    },
  });

  serve(app, deleteClipFile, async (call) => {
    const { params, change } = call;
    const blobs = await change(async (tx) => {
      const clip = await findManaged(links, tx, call, findClipHead);
      return changes.detachFile(tx, clip, params.fileId, Date.now());
    });
    await releaseOrLeave(app, files, blobs);
    await news.files(params.id, 'files');
    return { message: 'File deleted' };
  });
}
