import { ProductError } from '@clipline/contract/errors.ts';
import {
  addRoomContent,
  deleteRoomContent,
  getRoomContent,
  listRoomContent,
  type RoomDelta,
  restoreRoomContent,
  updateRoomContent,
  uploadRoomFile,
} from '@clipline/contract/schemas/rooms.ts';
import { callerGone } from '../core/http/guard.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { streamList } from '../core/http/stream.ts';
import { withUpload } from '../files/uploads.ts';
import { authorOf } from '../texts/author.ts';
import { planAllows } from '../auth/plans.ts';
import {
  addFileItem,
  addTextItem,
  deleteItem,
  restoreItem,
  saveText,
} from './room-content.changes.ts';
import { findRoomFor } from './find-room.ts';
import { eyesOf, eyesIn, presentItem } from './rooms.present.ts';
import { readContent } from './read-room.ts';
import { findContent, isContentReadableBy } from './room-content.queries.ts';
import { deltaOf, withItem } from './rooms.news.ts';
import { editRefusalOf } from './rooms.access.ts';
import { ROOM, type Rooms } from './rooms.ts';
import { isUpToDate } from '../core/http/headers.ts';

export function serveRoomContent(app: App, rooms: Rooms): void {
  const { db, files, news, trashMs } = rooms;
  const everybody = eyesOf(true);
  files.sharedBy.set(ROOM, async (contentId, reader) =>
    (await isContentReadableBy(db, contentId, reader)) ? reader : undefined,
  );

  serve(app, listRoomContent, async ({ user, params, query, reply }) => {
    const room = await findRoomFor(db, params.id, user.id, 'read');
    const page = await readContent(rooms, room, user.id, query, callerGone(reply));
    return streamList(reply, { total: page.total }, 'content', page.content);
  });

  serve(app, getRoomContent, async ({ user, params }) => {
    const room = await findRoomFor(db, params.id, user.id, 'read');
    const item = await findContent(db, room.id, params.contentId);
    if (!item) throw new ProductError('CONTENT_NOT_FOUND');
    return presentItem(db, files, item, user.id, eyesIn(room));
  });

  serve(app, addRoomContent, async ({ user, params, body, create, ensure }) => {
    ensure(planAllows('changes'));
    let delta: RoomDelta | undefined;
    const item = await create(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'addContent');
      const added = await addTextItem(tx, room, user, body.content);
      const presented = await presentItem(tx, files, added, user.id, everybody);
      delta = withItem(room, added.created_at, presented);
      return presented;
    });
    news.changed(params.id, 'content', delta);
    return item;
  });

  serve(app, uploadRoomFile, async ({ user, params, request, create, ensure }) => {
    ensure(planAllows('changes'));
    await findRoomFor(db, params.id, user.id, 'addContent');
    const item = await withUpload(files, request, [], (received) =>
      create(async (tx) => {
        const room = await findRoomFor(tx, params.id, user.id, 'addContent');
        return presentItem(
          tx,
          files,
          await addFileItem(tx, room, user, received),
          user.id,
          everybody,
        );
      }, received),
    );
    news.changed(params.id, 'content');
    return item;
  });

  serve(app, updateRoomContent, async ({ user, params, headers, body, ensure, change }) => {
    ensure(planAllows('changes'));
    const { item, isChanged, delta } = await change(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'editOwnContent');
      const before = await findContent(tx, room.id, params.contentId);
      if (!before) throw new ProductError('CONTENT_NOT_FOUND');
      const refusal = editRefusalOf({ authorId: before.user_id, type: before.type }, user.id);
      if (refusal !== null) throw new ProductError(refusal);
      const present = (each: typeof before) => presentItem(tx, files, each, user.id, everybody);
      if (!isUpToDate(headers['if-match'], before.version))
        throw new ProductError('VERSION_CONFLICT', {}, undefined, {
          item: await present(before),
        });
      const saved = await saveText(tx, room, before, user.id, body.content, {
        author: authorOf(user),
      });
      const presented = await present(saved);
      return {
        item: presented,
        isChanged: saved !== before,
        delta: withItem(room, saved.updated_at, presented),
      };
    });
    if (isChanged) news.changed(params.id, 'content', delta);
    return item;
  });

  serve(app, deleteRoomContent, async ({ user, params, change }) => {
    const delta = await change(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'deleteContent');
      const item = await findContent(tx, room.id, params.contentId);
      if (!item) throw new ProductError('CONTENT_NOT_FOUND');
      return deltaOf(room, await deleteItem(tx, room, item, user.id), { removed: item.id });
    });
    news.changed(params.id, 'content', delta);
    return { message: 'Content deleted' };
  });

  serve(app, restoreRoomContent, async ({ user, params, change }) => {
    const { item, isChanged } = await change(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'restoreContent');
      const shown = await findContent(tx, room.id, params.contentId);
      const restored = shown ?? (await restoreItem(tx, room, params.contentId, user.id, trashMs));
      return {
        item: await presentItem(tx, files, restored, user.id, everybody),
        isChanged: restored !== shown,
      };
    });
    if (isChanged) news.changed(params.id, 'content');
    return item;
  });
}
