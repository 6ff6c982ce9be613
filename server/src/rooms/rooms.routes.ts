import {
  createRoom,
  deleteRoom,
  getRoom,
  joinRoom,
  leaveRoom,
  listRooms,
  renewShareToken,
  updateRoom,
} from '@clipline/contract/schemas/rooms.ts';
import type { App } from '../core/app.ts';
import { serve } from '../core/http/serve.ts';
import { streamArray } from '../core/http/stream.ts';
import { newToken } from '../core/ids.ts';
import { planAllows } from '../auth/plans.ts';
import { findRoomFor } from './find-room.ts';
import { joinByToken, openRoom } from './join-room.ts';
import { createOwnRoom, deleteWholeRoom, leaveAsMember, saveSettings } from './rooms.changes.ts';
import { openRoomFor, readMyRooms, readRoom, sendRoom } from './read-room.ts';
import { serveRoomActivity } from './room-activity.routes.ts';
import { deltaOf } from './rooms.news.ts';
import { serveRoomContent } from './room-content.routes.ts';
import { serveRoomMembers } from './room-members.routes.ts';
import { serveRoomVersions } from './room-versions.routes.ts';
import { changeRoom } from './rooms.queries.ts';
import type { Rooms } from './rooms.ts';

export function serveRooms(app: App, rooms: Rooms): void {
  const { db, files, news } = rooms;

  serve(app, listRooms, ({ user, reply }) => streamArray(reply, readMyRooms(db, user.id)));

  serve(app, createRoom, async ({ user, body, create, ensure }) => {
    ensure(planAllows('ownRooms'));
    const room = await create(async (tx) =>
      readRoom(tx, files, await createOwnRoom(tx, user, body), user),
    );
    news.changed(room.id, 'created');
    return room;
  });

  serve(app, getRoom, async ({ user, params, reply }) => {
    await openRoom(rooms, params.id, user.id);
    return sendRoom(reply, await openRoomFor(db, rooms, params.id, user));
  });

  serve(app, updateRoom, async ({ user, params, body, reply, ensure, change }) => {
    ensure(planAllows('changes'));
    const { changed, opened } = await change(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'changeSettings');
      const saved = await saveSettings(tx, room, user.id, body);
      const after = await openRoomFor(tx, rooms, params.id, user);
      if (!saved) return { opened: after };
      const { name = room.name, isPrivate = room.is_private === 1, at, stay } = saved;
      const settings = { name, is_private: isPrivate };
      return { changed: { stay, delta: deltaOf(room, at, { settings }) }, opened: after };
    });
    if (changed?.stay) news.closedToReaders(params.id, changed.stay);
    if (changed) news.changed(params.id, 'settings', changed.delta);
    return sendRoom(reply, opened);
  });

  serve(app, deleteRoom, async ({ user, params, change }) => {
    const formerMembers = await change(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'deleteRoom');
      return deleteWholeRoom(tx, room, user.id);
    });
    news.deleted(params.id, formerMembers);
    return { message: 'Room deleted' };
  });

  serve(app, joinRoom, async ({ user, body, reply, ensure, change }) => {
    ensure(planAllows('changes'));
    const { roomId, isNew, opened } = await change(async (tx) => {
      const joined = await joinByToken(tx, user, body.shareToken);
      return { ...joined, opened: await openRoomFor(tx, rooms, joined.roomId, user) };
    });
    if (isNew) news.joined(roomId, user.id);
    return sendRoom(reply, opened);
  });

  serve(app, renewShareToken, async ({ user, params, change }) => {
    const shareToken = newToken();
    await change(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'renewShareToken');
      await changeRoom(tx, room.id, { share_token: shareToken });
    });
    news.changed(params.id, 'settings');
    return { shareToken };
  });

  serve(app, leaveRoom, async ({ user, params, change }) => {
    await change(async (tx) => {
      const room = await findRoomFor(tx, params.id, user.id, 'leave');
      await leaveAsMember(tx, room, user.id);
    });
    news.left(params.id, user.id);
    return { message: 'You left the room' };
  });

  serveRoomMembers(app, rooms);
  serveRoomContent(app, rooms);
  serveRoomVersions(app, rooms);
  serveRoomActivity(app, rooms);
}
