import {
  type Clip,
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
  toggleFavorite,
  updateClip,
  uploadClipFile,
} from '@clipline/contract/schemas/clips.ts';
import type { ServerPayload } from '@clipline/contract/schemas/events.ts';
import { allowedBy } from '@clipline/contract/plans.ts';
import type { FastifyReply } from 'fastify';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { CurrentUser, PlanOf } from '../../platform/http/current-user.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { measureUpload } from '../../platform/http/receive-file.ts';
import { serve, type Serving } from '../../platform/http/serve.ts';
import { streamArray } from '../../platform/http/stream-array.ts';
import { type Channels, channelOf } from '../../platform/realtime/channels.ts';
import type { Files } from '../files/files.ts';
import { releaseBlobs } from '../files/files.jobs.ts';
import { listFiles } from '../files/files.queries.ts';
import { withUpload } from '../files/uploads.ts';
import { authorOf } from '../history/author.ts';
import type { LongReads } from '../search/long-reads.ts';
import { readCompleteCounts } from './clip-counts.queries.ts';
import { findCaptured, findPartOf, partOf, saveCapture } from './captures.ts';
import { insertPart } from './captures.queries.ts';
import * as changes from './clip-changes.ts';
import { type ListAsked, readAllClips, readClipPage } from './clip-lists.ts';
import { serveClipVersions } from './clip-versions.routes.ts';
import { CLIP, presentClip, presentFile, readClip } from './clips.ts';
import { authorise, authoriseReading, refusal } from './clips.access.ts';
import { findClip, findClipHead } from './clips.queries.ts';
import * as queries from './clips.queries.ts';
import { checkVersion } from './versions.ts';

export interface ClipsContext {
  readonly files: Files;
  readonly longReads: LongReads;
  readonly channels: Pick<Channels, 'publish' | 'expelOthers'>;
  readonly planOf: PlanOf;
  /** How many rooms a person is a member of. */
  readonly countRooms: (userId: string) => Promise<number>;
}

type Change = ServerPayload<'clip-update'>['change'];

export function serveClips(serving: Serving, context: ClipsContext): void {
  const { db } = serving;
  const { files, channels, planOf } = context;

  const announce = (clip: { id: string; version: number }, ownerId: string, change: Change) =>
    channels.publish(channelOf.user(ownerId), 'clip-update', {
      clipId: clip.id,
      change,
      version: clip.version,
    });
  /** Somebody may have joined while the owner's plan still let them. */
  const closeUnlessShared = (clipId: string, owner: CurrentUser) => {
    if (!allowedBy(owner.plan).sharing) channels.expelOthers(channelOf.clip(clipId), [owner.id]);
  };
  const announceText = ({ id, content, version }: Clip, owner: CurrentUser) => {
    closeUnlessShared(id, owner);
    channels.publish(channelOf.clip(id), 'clip-content-updated', { clipId: id, content, version });
  };
  const announceFiles = ({ id, files: present, version }: Clip, owner: CurrentUser) => {
    closeUnlessShared(id, owner);
    channels.publish(channelOf.clip(id), 'clip-files-updated', {
      clipId: id,
      files: present,
      version,
    });
  };

  /**
   * What is sent is read after the commit: a later change may have come first, and only stored
   * state is ever sent.
   */
  async function announceFilesOf(
    clipId: string,
    owner: CurrentUser,
    change: Change,
  ): Promise<void> {
    const stored = await findClip(db, clipId);
    if (!stored || refusal(stored, owner.id, 'read') !== undefined) return;
    const clip = await presentClip(db, files, stored, owner.id);
    announceFiles(clip, owner);
    announce(clip, owner.id, change);
  }

  const release = (blobIds: string[]) =>
    releaseBlobs(files, blobIds).catch((error: unknown) =>
      serving.server.log.warn({ err: error }, 'Bytes of a deleted file are left to the hourly job'),
    );

  const list = (asked: ListAsked, query: ClipListQuery, reply: FastifyReply) => {
    const isPaged = Object.values(query).some((value) => value !== undefined);
    return isPaged
      ? readClipPage(
          db,
          context.longReads,
          files,
          { ...asked, query: { ...query, ...asked.query } },
          callerGone(reply),
        )
      : streamArray(reply, readAllClips(db, files, asked));
  };

  serve(serving, listClips, ({ user, query, reply }) =>
    list({ userId: user.id, query: {}, newest: allowedBy(user.plan).historyLimit }, query, reply),
  );
  // Whoever marked an old clip finds it here, whatever their history shows.
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

  serve(serving, getClip, async ({ params, user }) => {
    return readClip(db, files, planOf, params.id, user?.id ?? null);
  });

  serve(serving, createClip, async ({ user, body, create, change, reply, requirePlan }) => {
    const { captureId, content } = body;
    if (captureId !== undefined) {
      const capture = { captureId, content, files: body.files ?? 0 };
      // What was saved once stays so, whatever the plan says now.
      const earlier = await findCaptured(db, serving.secret, user.id, capture);
      if (!earlier) requirePlan('changes');
      const { clip, isNew } = await change(async (tx) => {
        const saved = await saveCapture(
          tx,
          serving.secret,
          user.id,
          capture,
          Date.now(),
          authorOf(user),
        );
        return { ...saved, clip: await presentClip(tx, files, saved.clip, user.id) };
      });
      if (isNew) announce(clip, user.id, 'created');
      else reply.code(200);
      return clip;
    }
    requirePlan('changes');
    const clip = await create(async (tx) => {
      const author = authorOf(user);
      const saved = await changes.createClip(tx, user.id, content, Date.now(), undefined, author);
      return presentClip(tx, files, saved, user.id);
    });
    if (clip.content !== '') announce(clip, user.id, 'created');
    return clip;
  });

  serve(serving, updateClip, async ({ params, user, headers, body, requirePlan, change }) => {
    requirePlan('changes');
    const { clip, isChanged, wasDraft } = await change(async (tx) => {
      const before = authorise(await findClip(tx, params.id), user.id, 'edit');
      await checkVersion(headers['if-match'], before, () =>
        presentClip(tx, files, before, user.id),
      );
      const saved = await changes.saveText(tx, before, body.content, Date.now(), {
        author: authorOf(user),
      });
      return {
        clip: await presentClip(tx, files, saved, user.id),
        isChanged: saved !== before,
        wasDraft: before.saved_at === null,
      };
    });
    if (isChanged) {
      announceText(clip, user);
      announce(clip, user.id, wasDraft ? 'created' : 'updated');
    }
    return clip;
  });

  serveClipVersions(serving, {
    files,
    whenSaved(clip, owner) {
      announceText(clip, owner);
      announce(clip, owner.id, 'updated');
    },
  });

  serve(serving, deleteClip, async ({ params, query, user, change, reply }) => {
    if (query.forever === 'true') {
      const { clip, blobs } = await change(async (tx) => {
        const found = await findClipHead(tx, params.id);
        const isDeleted = found !== undefined && found.deleted_at !== null;
        const before = authorise(found, user.id, isDeleted ? 'restore' : 'edit');
        return { clip: before, blobs: await changes.removeForGood(tx, before, Date.now()) };
      });
      await release(blobs);
      if (clip.saved_at !== null && clip.deleted_at === null) announce(clip, user.id, 'deleted');
      return reply.code(204).send() as never;
    }
    const clip = await change(async (tx) => {
      const found = authorise(await findClipHead(tx, params.id), user.id, 'edit');
      await changes.deleteClip(tx, found, Date.now());
      return found;
    });
    if (clip.saved_at !== null) announce(clip, user.id, 'deleted');
    return { message: 'Clip deleted' };
  });

  serve(serving, restoreClip, async ({ params, user, change }) => {
    const { clip, wasDeleted } = await change(async (tx) => {
      const before = authorise(await findClip(tx, params.id), user.id, 'restore');
      const restored = await changes.restoreClip(tx, before, Date.now());
      return {
        clip: await presentClip(tx, files, restored, user.id),
        wasDeleted: before.deleted_at !== null,
      };
    });
    if (wasDeleted) announce(clip, user.id, 'created');
    return clip;
  });

  serve(serving, toggleFavorite, async ({ params, user, change }) => {
    const clip = await change(async (tx) => {
      const before = authorise(await findClipHead(tx, params.id), user.id, 'edit');
      return queries.updateClip(tx, before, { is_favorite: before.is_favorite ? 0 : 1 });
    });
    announce(clip, user.id, 'favorite');
    return { isFavorite: clip.is_favorite === 1 };
  });

  serve(serving, listClipFiles, async ({ params, user }) => {
    const clip = await authoriseReading(
      await findClipHead(db, params.id),
      user?.id ?? null,
      (ownerId) => planOf(db, ownerId),
    );
    return (await listFiles(db, CLIP, [clip.id])).map((file) => presentFile(files, file));
  });

  serve(serving, uploadClipFile, async (call) => {
    const { params, user, headers, request, create, change, reply, requirePlan } = call;
    const part = partOf(headers['x-capture-part']);
    /** The clip, and the file if it is here already. */
    const look = async (on: Db) =>
      part
        ? findPartOf(on, user.id, params.id, part)
        : { clip: authorise(await findClipHead(on, params.id), user.id, 'edit'), file: undefined };
    const before = await look(db);
    if (before.file) {
      await measureUpload(request, []);
      reply.code(200);
      return presentFile(files, before.file);
    }
    requirePlan('changes');
    changes.checkRoom(before.clip);
    let isRepeat = false;
    const answer = await withUpload(files, request, [], (received) => {
      const attach = async (tx: Tx) => {
        const { clip, file } = await look(tx);
        isRepeat = file !== undefined;
        if (file) return presentFile(files, file);
        const added = await changes.attachFile(tx, clip, received, Date.now());
        if (part) await insertPart(tx, { clip_id: clip.id, part: part.part, file_id: added.id });
        return presentFile(files, added);
      };
      // Of what has a key of its own no answer is kept: it is looked up.
      return part ? change(attach) : create(attach, received);
    });
    if (isRepeat) reply.code(200);
    else
      await announceFilesOf(params.id, user, before.clip.saved_at === null ? 'created' : 'files');
    return answer;
  });

  serve(serving, deleteClipFile, async ({ params, user, change }) => {
    const blobId = await change(async (tx) => {
      const clip = authorise(await findClipHead(tx, params.id), user.id, 'edit');
      return changes.detachFile(tx, clip, params.fileId, Date.now());
    });
    await release([blobId]);
    await announceFilesOf(params.id, user, 'files');
    return { message: 'File deleted' };
  });
}
