import {
  type ClipListQuery,
  clipStats,
  createClip,
  deleteClip,
  deleteClipFile,
  getClip,
  listClipFiles,
  listClips,
  listFavorites,
  restoreClip,
  setClipAddress,
  toggleFavorite,
  updateClip,
  uploadClipFile,
} from '@clipline/contract/schemas/clips.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { FastifyReply } from 'fastify';
import type { Db, Tx } from '../../platform/database/database.ts';
import { type CurrentUser, requireScope } from '../../platform/http/current-user.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { measureUpload } from '../../platform/http/receive-file.ts';
import { bytesOf, type Call, serve, type Serving } from '../../platform/http/serve.ts';
import { streamArray, streamList } from '../../platform/http/stream-array.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Files } from '../files/files.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { type FileRow, listFiles } from '../files/files.queries.ts';
import { withUpload } from '../files/uploads.ts';
import { findPresent } from '../history/versions.queries.ts';
import type { LongReads } from '../search/long-reads.ts';
import { planAllows, type PlanOf } from '../plans/plans.ts';
import { readCompleteCounts } from './clip-counts.queries.ts';
import { findPartOf, partOf } from './captures.ts';
import { insertPart } from './captures.queries.ts';
import * as changes from './clips.changes.ts';
import { createOwnClip } from './create-own-clip.ts';
import { type ListAsked, readAllClips, readClipPage } from './clip-lists.ts';
import { serveClipVersions } from './clip-versions.routes.ts';
import { presentClip, presentFile, presentOwnClip } from './clips.present.ts';
import { person } from './clips.access.ts';
import { authorise, authoriseReading, checkOwnersPlan } from './find-clip.ts';
import type { ClipNews } from './clips.news.ts';
import { type ClipHead, findClip, findClipHead } from './clips.queries.ts';
import * as queries from './clips.queries.ts';
import { checkVersion } from './versions.ts';
import {
  type Asking,
  findClipFor,
  type LinksToClips,
  viewerOf,
  writerAs,
  writerOf,
} from './viewers.ts';
import { CLIP } from './clip-files.ts';
import { presentReadable } from './read-clip.ts';

export interface ClipsContext {
  readonly files: Files;
  readonly longReads: LongReads;
  readonly news: ClipNews;
  readonly planOf: PlanOf;
  readonly links: LinksToClips;
  /** How long deleted clips can be brought back. */
  readonly trashMs: number;
  /** How many rooms a person is a member of. */
  readonly countRooms: (userId: string) => Promise<number>;
}

/** The grant that came with a call, if any. */
const asking = (call: {
  readonly user: CurrentUser | null;
  readonly headers: { readonly 'x-link-grant'?: string | undefined };
}): Asking => ({ user: call.user, grant: call.headers['x-link-grant'] });

/** Who wrote the text of a clip as it is, unless its owner did. */
async function otherAuthor(db: Db, clipId: string) {
  const present = await findPresent(db, 'clip_versions', clipId);
  if (present?.by_kind !== 'link' && present?.by_kind !== 'program') return {};
  return { by: { kind: present.by_kind, label: present.by_label } };
}

export function serveClips(serving: Serving, context: ClipsContext): void {
  const { db } = serving;
  const { files, news, planOf, links, trashMs } = context;

  /** Of a call that only the owner may make: what others bring is looked at for its refusal. */
  async function manage<C extends ClipHead>(
    tx: Tx,
    call: Parameters<typeof asking>[0],
    clip: C | undefined,
    clipId: string,
  ): Promise<C> {
    return authorise(clip, await writerOf(links, tx, asking(call), clipId), 'manage');
  }

  /** What a link lets others add is the owner's. Throws STORAGE_FULL. */
  const requireSpaceOf = (
    userId: string | null,
    { address, request }: Pick<Call<typeof updateClip>, 'address' | 'request'>,
  ): Promise<void> => serving.requireSpace({ userId, address }, bytesOf(request));

  const release = (blobIds: string[]) =>
    releaseBlobs(files, blobIds).catch((error: unknown) =>
      serving.server.log.warn({ err: error }, 'Bytes of a deleted file are left to the hourly job'),
    );

  async function list(asked: ListAsked, query: ClipListQuery, reply: FastifyReply) {
    const isPaged = Object.values(query).some((value) => value !== undefined);
    if (!isPaged) return streamArray(reply, readAllClips(db, files, asked));
    const page = { ...asked, query: { ...query, ...asked.query } };
    const read = await readClipPage(db, context.longReads, files, page, callerGone(reply));
    return 'clips' in read ? read : streamList(reply, { total: read.total }, 'clips', read.chunks);
  }

  serve(serving, listClips, ({ user, query, reply }) =>
    list({ userId: user.id, query: {}, newest: allowedBy(user.plan).historyLimit }, query, reply),
  );
  // A user who marked an old clip finds it here, whatever their history shows.
  serve(serving, listFavorites, ({ user, query, reply }) =>
    list({ userId: user.id, query: { favorite: 'true' }, newest: null }, query, reply),
  );

  serve(serving, clipStats, async ({ user }) => {
    const [counts, activeRooms] = await Promise.all([
      readCompleteCounts(db, user.id),
      context.countRooms(user.id),
    ]);
    return {
      totalClips: counts.clips,
      textClips: counts.clips - counts.with_files,
      favoriteClips: counts.favorites,
      activeRooms,
    };
  });

  serve(serving, getClip, async (call) => {
    const found = await findClipFor(links, db, asking(call), call.params.id);
    return presentReadable(db, files, planOf, found);
  });

  serve(serving, createClip, (call) => {
    const { captureId, content, files: announced = 0 } = call.body;
    return createOwnClip(serving, { files, news }, call, { captureId, content, files: announced });
  });

  serve(serving, updateClip, async (call) => {
    const { params, user, headers, body, ensure, change } = call;
    const hasGrant = headers['x-link-grant'] !== undefined;
    if (hasGrant) {
      const holder = await writerOf(links, db, asking(call), params.id);
      const { user_id: ownerId } = authorise(await findClipHead(db, params.id), holder, 'edit');
      await requireSpaceOf(ownerId, call);
    } else {
      ensure(planAllows('changes'));
      await requireSpaceOf(user?.id ?? null, call);
    }
    const { clip, saved, author, isChanged, wasDraft } = await change(async (tx) => {
      const viewer = await writerOf(links, tx, asking(call), params.id);
      const before = authorise(await findClip(tx, params.id), viewer, 'edit');
      const isOwner = before.user_id === viewer.id;
      if (hasGrant) await checkOwnersPlan(before, (ownerId) => planOf(tx, ownerId));
      if (!isOwner && headers['if-match'] === undefined)
        throw new ProductError('IF_MATCH_REQUIRED');
      await checkVersion(headers['if-match'], before, async () => ({
        clip: await presentClip(tx, files, before, viewer),
        ...(isOwner ? await otherAuthor(tx, before.id) : {}),
      }));
      const writer = writerAs(viewer, before, user);
      const after = await changes.saveText(tx, before, body.content, Date.now(), {
        author: writer,
      });
      return {
        clip: await presentClip(tx, files, after, viewer),
        saved: after,
        author: writer,
        isChanged: after !== before,
        wasDraft: before.saved_at === null,
      };
    });
    if (isChanged) {
      await news.text(saved, author);
      news.changed(clip, saved.user_id, wasDraft ? 'created' : 'updated');
    }
    return clip;
  });

  serveClipVersions(serving, { files, news, release });

  serve(serving, deleteClip, async (call) => {
    const { params, query, change, reply } = call;
    if (query.forever === 'true') {
      // Whatever its scopes are: no program deletes for good.
      requireScope(call.user, null);
      const { clip, blobs } = await change(async (tx) => {
        const found = await findClipHead(tx, params.id);
        const isDeleted = found !== undefined && found.deleted_at !== null;
        const viewer = await writerOf(links, tx, asking(call), params.id);
        const before = authorise(found, viewer, isDeleted ? 'restore' : 'manage');
        return { clip: before, blobs: await changes.removeForGood(tx, before, Date.now()) };
      });
      await release(blobs);
      if (clip.saved_at !== null && clip.deleted_at === null)
        news.changed(clip, clip.user_id, 'deleted');
      return reply.code(204).send();
    }
    const clip = await change(async (tx) => {
      const found = await manage(tx, call, await findClipHead(tx, params.id), params.id);
      await changes.deleteClip(tx, found, Date.now());
      return found;
    });
    if (clip.saved_at !== null) news.changed(clip, clip.user_id, 'deleted');
    return { message: 'Clip deleted' };
  });

  serve(serving, restoreClip, async ({ params, user, change }) => {
    const { clip, wasDeleted } = await change(async (tx) => {
      const before = authorise(await findClip(tx, params.id), person(user.id), 'restore');
      const restored = await changes.restoreClip(tx, before, Date.now() - trashMs);
      return {
        clip: await presentOwnClip(tx, files, restored),
        wasDeleted: before.deleted_at !== null,
      };
    });
    if (wasDeleted) news.changed(clip, user.id, 'created');
    return clip;
  });

  serve(serving, toggleFavorite, async (call) => {
    const clip = await call.change(async (tx) => {
      const { id } = call.params;
      const before = await manage(tx, call, await findClipHead(tx, id), id);
      return queries.updateClip(tx, before, { is_favorite: before.is_favorite ? 0 : 1 });
    });
    news.changed(clip, clip.user_id, 'favorite');
    return { isFavorite: clip.is_favorite === 1 };
  });

  serve(serving, listClipFiles, async (call) => {
    const { id } = call.params;
    const viewer = await viewerOf(links, db, asking(call), id);
    const clip = await authoriseReading(await findClipHead(db, id), viewer, (ownerId) =>
      planOf(db, ownerId),
    );
    const rows = await listFiles(db, CLIP, [clip.id]);
    return rows.map((file) => presentFile(files, file, clip, viewer));
  });

  async function upload(call: Call<typeof uploadClipFile>) {
    const { params, user, headers, request, create, change, reply, ensure } = call;
    const hasGrant = headers['x-link-grant'] !== undefined;
    const part = hasGrant ? undefined : partOf(headers['x-capture-part']);
    /** The clip, who adds to it, and the file if it is here already. */
    const look = async (on: Db) => {
      const viewer = await writerOf(links, on, asking(call), params.id);
      const { clip, file } =
        part && user
          ? await findPartOf(on, user.id, params.id, part)
          : {
              clip: authorise(await findClipHead(on, params.id), viewer, 'edit'),
              file: undefined,
            };
      if (hasGrant) await checkOwnersPlan(clip, (ownerId) => planOf(on, ownerId));
      return { clip, file, present: (row: FileRow) => presentFile(files, row, clip, viewer) };
    };
    const before = await look(db);
    if (before.file) {
      await measureUpload(request, []);
      reply.code(200);
      return before.present(before.file);
    }
    if (!hasGrant) ensure(planAllows('changes'));
    await requireSpaceOf(before.clip.user_id, call);
    changes.requireCapacity(before.clip);
    let isRepeat = false;
    const answer = await withUpload(files, request, [], (received) => {
      const attach = async (tx: Tx) => {
        const { clip, file, present } = await look(tx);
        isRepeat = file !== undefined;
        if (file) return present(file);
        const added = await changes.attachFile(tx, clip, received, Date.now());
        if (part) await insertPart(tx, { clip_id: clip.id, part: part.part, file_id: added.id });
        return present(added);
      };
      // Of what has a key of its own no answer is kept: it is looked up.
      return part ? change(attach) : create(attach, received);
    });
    if (isRepeat) reply.code(200);
    else await news.files(params.id, before.clip.saved_at === null ? 'created' : 'files');
    return answer;
  }
  // A repeat of a holder is told by the grant, which must still be good.
  serve(serving, uploadClipFile, upload, {
    callerOf: async ({ call: { user, address }, headers }) =>
      user?.id ?? `${address} ${hashToken(String(headers['x-link-grant']))}`,
    onRepeat: async ({ call: { user }, params, headers }) => {
      const grant = headers['x-link-grant'];
      const { id } = params as { id: string };
      await writerOf(links, db, { user, grant: grant === undefined ? grant : String(grant) }, id);
    },
  });

  serve(serving, deleteClipFile, async (call) => {
    const { params, change } = call;
    const blobs = await change(async (tx) => {
      const clip = await manage(tx, call, await findClipHead(tx, params.id), params.id);
      return changes.detachFile(tx, clip, params.fileId, Date.now());
    });
    await release(blobs);
    await news.files(params.id, 'files');
    return { message: 'File deleted' };
  });

  serve(serving, setClipAddress, async (call) => {
    const { params, body, change } = call;
    const { clip, isClosed } = await change(async (tx) => {
      const before = await manage(tx, call, await findClip(tx, params.id), params.id);
      const after = await queries.updateClip(tx, before, { address_open: body.open ? 1 : 0 });
      return { clip: await presentOwnClip(tx, files, after), isClosed: !body.open };
    });
    if (isClosed) news.addressClosed(clip.id);
    news.changed(clip, clip.userId, 'address');
    return clip;
  });
}
