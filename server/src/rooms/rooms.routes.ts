import { ProductError } from '@clipline/contract/errors.ts';
import { ACTIVITY_PAGE_SIZE } from '@clipline/contract/limits.ts';
import { type Room, roomEndpoints as endpoints } from '@clipline/contract/schemas/rooms.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../core/app.ts';
import { afterCommit, type Db } from '../core/db/database.ts';
import type { RateLimit } from '../core/http/limits.ts';
import { type Call, serve } from '../core/http/serve.ts';
import { streamArray, streamList } from '../core/http/stream.ts';
import { newToken } from '../core/ids.ts';
import { channelOf } from '../core/live/channels.ts';
import { planAllows } from '../auth/plans.ts';
import { repeatingIn, requireRoom } from './require-room.ts';
import { serveRoomContent } from './room-content.routes.ts';
import { listMemberUserIds } from './room-members.queries.ts';
import * as changes from './rooms.changes.ts';
import { roomJobs } from './rooms.jobs.ts';
import * as news from './rooms.news.ts';
import {
  type OpenedRoom,
  openRoomFor,
  presentActivity,
  readMyRooms,
  readRoom,
} from './rooms.present.ts';
import { findActivity, listActivity, updateRoom } from './rooms.queries.ts';
import { serveRoomEvents } from './rooms.sockets.ts';
import { markRoomSeen, setNotifications } from './unread.queries.ts';

const roomLimits = {
  roomMails: { name: 'roomMails', points: 5, seconds: 3600 },
  roomInvitations: { name: 'roomInvitations', points: 300, seconds: 3600 },
} as const satisfies Record<string, RateLimit>;

const send = (reply: FastifyReply, { head, content }: OpenedRoom): Promise<Room | FastifyReply> =>
  streamList(reply, head, 'content', content());

const list = async ({ user, reply }: Call<typeof endpoints.listRooms>, app: App) =>
  streamArray(reply, readMyRooms(app.db, user.id));

async function create(call: Call<typeof endpoints.createRoom>, app: App) {
  const { user, body, ensure } = call;
  ensure(planAllows('ownRooms'));
  return call.create(async (tx) => {
    const id = await changes.createOwnRoom(tx, user, body);
    afterCommit(tx, () => news.roomChanged(app, id, 'created'));
    return readRoom(app, tx, id, user);
  });
}

async function get({ user, params, reply }: Call<typeof endpoints.getRoom>, app: App) {
  const room = await changes.openRoom(app, params.id, user.id);
  return send(reply, await openRoomFor(app, app.db, room, user));
}

async function update(call: Call<typeof endpoints.updateRoom>, app: App) {
  const { user, params, body, reply, ensure, change } = call;
  ensure(planAllows('changes'));
  const opened = await change(async (tx) => {
    const before = await requireRoom(tx, params.id, user.id, 'changeSettings');
    const saved = await changes.saveSettings(tx, before, user.id, body);
    const after = await requireRoom(tx, params.id, user.id, 'changeSettings');
    const settings = { name: after.name, is_private: after.is_private === 1 };
    if (saved?.changed.isPrivate) {
      const stay = await listMemberUserIds(tx, after.id);
      afterCommit(tx, () => news.roomClosed(app, after.id, stay));
    }
    if (saved) {
      const delta = news.deltaOf(before, saved.at, { settings });
      afterCommit(tx, () => news.roomChanged(app, after.id, 'settings', delta));
    }
    return openRoomFor(app, tx, after, user);
  });
  return send(reply, opened);
}

async function remove({ user, params, change }: Call<typeof endpoints.deleteRoom>, app: App) {
  await change(async (tx) => {
    const room = await requireRoom(tx, params.id, user.id, 'deleteRoom');
    const formerMembers = await changes.deleteWholeRoom(tx, room, user.id);
    afterCommit(tx, () => news.roomDeleted(app, room.id, formerMembers));
  });
  return { message: 'Room deleted' };
}

async function join(call: Call<typeof endpoints.joinRoom>, app: App) {
  const { user, body, reply, ensure, change } = call;
  ensure(planAllows('changes'));
  const opened = await change(async (tx) => {
    const { roomId, isNew } = await changes.joinByToken(tx, user, body.shareToken);
    const room = await requireRoom(tx, roomId, user.id, 'read');
    if (isNew) afterCommit(tx, () => news.memberJoined(app, roomId, user.id));
    return openRoomFor(app, tx, room, user);
  });
  return send(reply, opened);
}

async function renewShareToken(call: Call<typeof endpoints.renewShareToken>, app: App) {
  const { user, params, change } = call;
  const shareToken = newToken();
  await change(async (tx) => {
    const room = await requireRoom(tx, params.id, user.id, 'renewShareToken');
    await updateRoom(tx, room.id, { share_token: shareToken });
    afterCommit(tx, () => news.roomChanged(app, room.id, 'settings'));
  });
  return { shareToken };
}

async function leave({ user, params, change }: Call<typeof endpoints.leaveRoom>, app: App) {
  await change(async (tx) => {
    const room = await requireRoom(tx, params.id, user.id, 'leave');
    await changes.leaveAsMember(tx, room, user.id);
    afterCommit(tx, () => news.memberLeft(app, room.id, user.id));
  });
  return { message: 'You left the room' };
}

async function addMember(call: Call<typeof endpoints.addRoomMember>, app: App) {
  const { user, params, body, ensure } = call;
  ensure(planAllows('changes'));
  // Asked before the limits, or a stranger could use up a user's mails.
  await requireRoom(app.db, params.id, user.id, 'addMember');
  await app.limits.take(roomLimits.roomInvitations, user.id);
  const mayMail = await app.limits.allows(roomLimits.roomMails, body.email);
  return call.create(async (tx) => {
    const room = await requireRoom(tx, params.id, user.id, 'addMember');
    const by = { room, by: user, email: body.email, mayMail };
    const member = await changes.addToRoom(tx, app, by);
    // An invitation's id is no channel.
    afterCommit(tx, () => news.memberJoined(app, room.id, member.id));
    return member;
  });
}

async function removeMember(call: Call<typeof endpoints.removeRoomMember>, app: App) {
  const { user, params, change } = call;
  await change(async (tx) => {
    const room = await requireRoom(tx, params.id, user.id, 'removeMember');
    const { user_id: removed } = await changes.removeFromRoom(tx, room, user.id, params.memberId);
    afterCommit(tx, () =>
      removed === null
        ? news.roomChanged(app, room.id, 'members')
        : news.memberLeft(app, room.id, removed),
    );
  });
  return { message: 'Member removed' };
}

/** An id of the store's making never looks like this. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;

/** No two entries of a room share a moment, so that an id and a timestamp name one exactly. */
async function momentOf(db: Db, roomId: string, before: string | undefined): Promise<number> {
  if (before === undefined) return Number.MAX_SAFE_INTEGER;
  const moment = ISO_TIME.test(before)
    ? Date.parse(before)
    : (await findActivity(db, roomId, before))?.created_at;
  if (moment === undefined || Number.isNaN(moment)) throw new ProductError('INVALID_REQUEST');
  return moment;
}

async function listLog(call: Call<typeof endpoints.listRoomActivity>, { db }: App) {
  const { user, params, query } = call;
  const room = await requireRoom(db, params.id, user.id, 'seeActivity');
  const before = await momentOf(db, room.id, query.before);
  const entries = await listActivity(db, room.id, before, query.limit ?? ACTIVITY_PAGE_SIZE);
  return entries.map(presentActivity);
}

async function see({ user, params, change }: Call<typeof endpoints.seeRoom>, app: App) {
  await change(async (tx) => {
    await requireRoom(tx, params.id, user.id, 'follow');
    if (await markRoomSeen(tx, params.id, [user.id]))
      afterCommit(tx, () => app.tellUnread({ roomId: params.id, to: [user.id] }));
  });
}

async function notify(call: Call<typeof endpoints.setRoomNotifications>, app: App) {
  const { user, params, body, change } = call;
  await change(async (tx) => {
    await requireRoom(tx, params.id, user.id, 'follow');
    await setNotifications(tx, params.id, user.id, body.mode);
  });
  if (body.mode === 'off')
    app.channels.publish(channelOf.user(user.id), 'room:news', { roomId: params.id, unread: 0 });
  else app.tellUnread({ roomId: params.id, to: [user.id] });
}

export function plugInRooms(app: App): void {
  serve(app, endpoints.listRooms, list);
  serve(app, endpoints.createRoom, create);
  serve(app, endpoints.getRoom, get);
  serve(app, endpoints.updateRoom, update);
  serve(app, endpoints.deleteRoom, remove);
  serve(app, endpoints.joinRoom, join);
  serve(app, endpoints.renewShareToken, renewShareToken);
  serve(app, endpoints.leaveRoom, leave);
  serve(app, endpoints.addRoomMember, addMember, repeatingIn(app.db, 'addMember'));
  serve(app, endpoints.removeRoomMember, removeMember);
  serve(app, endpoints.listRoomActivity, listLog);
  serve(app, endpoints.seeRoom, see);
  serve(app, endpoints.setRoomNotifications, notify);
  serveRoomContent(app);
  serveRoomEvents(app);
  app.jobs.push(...roomJobs(app));
}
