import type { App } from '../core/app.ts';
import {
  type ClipListQuery,
  clipStats,
  createClip,
  deleteClip,
  getClip,
  listClips,
  listFavorites,
  restoreClip,
  setClipAddress,
  toggleFavorite,
  updateClip,
} from '@clipline/contract/schemas/clips.ts';
import { ProductError } from '@clipline/contract/errors.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { FastifyReply } from 'fastify';
import type { Db } from '../core/db/database.ts';
import { writeLogBack } from '../core/db/write-log-back.ts';
import { requireScope } from '../core/http/current-user.ts';
import { callerGone } from '../core/http/guard.ts';
import { bytesOf, serve } from '../core/http/serve.ts';
import { streamArray, streamList } from '../core/http/stream.ts';
import type { Files } from '../files/files.ts';
import { releaseOrLeave } from '../files/files.jobs.ts';
import { findPresent } from '../texts/history.queries.ts';
import type { LongReads } from '../texts/search.ts';
import { planAllows, type PlanOf } from '../auth/plans.ts';
import { countComplete } from './clip-lists.queries.ts';
import * as changes from './clips.changes.ts';
import { createOwnClip } from './create-own-clip.ts';
import { type ListAsked, readAllClips, readClipPage } from './clip-lists.ts';
import { serveClipVersions } from './clip-versions.routes.ts';
import { presentClip, presentOwnClip } from './clips.present.ts';
import { person } from './clips.access.ts';
import { authorise, checkOwnersPlan, findManaged } from './find-clip.ts';
import type { ClipNews } from './clips.news.ts';
import { findClip, findClipHead } from './clips.queries.ts';
import * as queries from './clips.queries.ts';
import { checkVersion } from './versions.ts';
import { versionIn } from '../core/http/headers.ts';
import { askingOf, findClipFor, type LinksToClips, writerAs, writerOf } from './viewers.ts';
import { serveClipFiles } from './clip-files.routes.ts';
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

/** Who wrote the text of a clip as it is, unless its owner did. */
async function otherAuthor(db: Db, clipId: string) {
  const present = await findPresent(db, 'clip_versions', clipId);
  if (present?.by_kind !== 'link' && present?.by_kind !== 'program') return {};
  return { by: { kind: present.by_kind, label: present.by_label } };
}

async function list(
  db: Db,
  { longReads, files }: Pick<ClipsContext, 'longReads' | 'files'>,
  asked: ListAsked,
  query: ClipListQuery,
  reply: FastifyReply,
) {
  const isPaged = Object.values(query).some((value) => value !== undefined);
  if (!isPaged) return streamArray(reply, readAllClips(db, files, asked));
  const page = { ...asked, query: { ...query, ...asked.query } };
  const read = await readClipPage(db, longReads, files, page, callerGone(reply));
  return 'clips' in read ? read : streamList(reply, { total: read.total }, 'clips', read.chunks);
}

export function serveClips(app: App, context: ClipsContext): void {
  const { db, requireSpace } = app;
  const { files, news, planOf, links, trashMs } = context;

  serve(app, listClips, ({ user, query, reply }) =>
    list(
      db,
      context,
      { userId: user.id, query: {}, newest: allowedBy(user.plan).historyLimit },
      query,
      reply,
    ),
  );
  // A user who marked an old clip finds it here, whatever their history shows.
  serve(app, listFavorites, ({ user, query, reply }) =>
    list(db, context, { userId: user.id, query: { favorite: 'true' }, newest: null }, query, reply),
  );

  serve(app, clipStats, async ({ user }) => {
    const [counts, activeRooms] = await Promise.all([
      countComplete(db, user.id),
      context.countRooms(user.id),
    ]);
    return { ...counts, activeRooms };
  });

  serve(app, getClip, async (call) => {
    const found = await findClipFor(links, db, askingOf(call), call.params.id);
    return presentReadable(db, files, planOf, found);
  });

  serve(app, createClip, (call) => {
    const { captureId, content, files: announced = 0 } = call.body;
    return createOwnClip(app, { files, news }, call, { captureId, content, files: announced });
  });

  serve(app, updateClip, async (call) => {
    const { params, user, headers, body, request, ensure, change } = call;
    let ownerId = user?.id ?? null;
    if (headers['x-link-grant'] !== undefined) {
      const holder = await writerOf(links, db, askingOf(call), params.id);
      ownerId = authorise(await findClipHead(db, params.id), holder, 'edit').user_id;
    }
    // Who may only by a link does so by the plan of its owner.
    if (ownerId === user?.id) ensure(planAllows('changes'));
    await requireSpace({ userId: ownerId }, bytesOf(request));
    const { clip, saved, author, isChanged, wasDraft } = await change(async (tx) => {
      const viewer = await writerOf(links, tx, askingOf(call), params.id);
      const before = authorise(await findClip(tx, params.id), viewer, 'edit');
      const isOwner = before.user_id === viewer.id;
      if (!isOwner) await checkOwnersPlan(before, (id) => planOf(tx, id));
      if (!isOwner && versionIn(headers['if-match']) === undefined)
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
    if (isChanged) await news.text(saved, author, wasDraft ? 'created' : 'updated');
    return clip;
  });

  serveClipVersions(app, { files, news });

  serve(app, deleteClip, async (call) => {
    const { params, query, change, reply } = call;
    if (query.forever === 'true') {
      // Whatever its scopes are: no program deletes for good.
      requireScope(call.user, null);
      const { clip, blobs } = await change(async (tx) => {
        const found = await findClipHead(tx, params.id);
        const isDeleted = found !== undefined && found.deleted_at !== null;
        const viewer = await writerOf(links, tx, askingOf(call), params.id);
        const before = authorise(found, viewer, isDeleted ? 'restore' : 'manage');
        return { clip: before, blobs: await changes.removeForGood(tx, before, Date.now()) };
      });
      await releaseOrLeave(app, files, blobs);
      await writeLogBack(db);
      if (clip.saved_at !== null && clip.deleted_at === null)
        news.changed(clip, clip.user_id, 'deleted');
      return reply.code(204).send();
    }
    const clip = await change(async (tx) => {
      const found = await findManaged(links, tx, call, findClipHead);
      await changes.deleteClip(tx, found, Date.now());
      return found;
    });
    if (clip.saved_at !== null) news.changed(clip, clip.user_id, 'deleted');
    return { message: 'Clip deleted' };
  });

  serve(app, restoreClip, async ({ params, user, change }) => {
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

  serve(app, toggleFavorite, async (call) => {
    const clip = await call.change(async (tx) => {
      const before = await findManaged(links, tx, call, findClipHead);
      return queries.updateClip(tx, before, { is_favorite: before.is_favorite ? 0 : 1 });
    });
    news.changed(clip, clip.user_id, 'favorite');
    return { isFavorite: clip.is_favorite === 1 };
  });

  serveClipFiles(app, context);

  serve(app, setClipAddress, async (call) => {
    const { body, change } = call;
    const { clip, isClosed } = await change(async (tx) => {
      const before = await findManaged(links, tx, call, findClip);
      const after = await queries.updateClip(tx, before, { address_open: body.open ? 1 : 0 });
      return { clip: await presentOwnClip(tx, files, after), isClosed: !body.open };
    });
    if (isClosed) news.addressClosed(clip.id);
    news.changed(clip, clip.userId, 'address');
    return clip;
  });
}
