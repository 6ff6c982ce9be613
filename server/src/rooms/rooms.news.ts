import type { RoomChange, RoomContent, RoomDelta } from '@clipline/contract/schemas/rooms.ts';
import type { App } from '../core/app.ts';
import { channelOf } from '../core/live/channels.ts';
import { isoTime } from '../core/time.ts';
import type { FileRow } from '../files/files.queries.ts';
import type { MyRoom } from './require-room.ts';
import { findHome } from './room-content.queries.ts';
import { listMemberUserIds } from './room-members.queries.ts';
import { listNotified } from './unread.queries.ts';

// News of rooms are told after the commit; no caller waits for them.

declare module '../core/app.ts' {
  interface App {
    readonly quietRooms: Map<string, RoomChange | undefined>;
  }
}

export const roomChannel = (roomId: string) => `room:${roomId}`;

/** In a busy room the lists of hundreds of members need not hear of every save. */
const LIST_NEWS_MS = 1000;

type Found = Pick<MyRoom, 'updated_at' | 'opened_at'>;

/** Undefined for the first act of a member, whose name the others read from now on. */
export const deltaOf = (
  room: Found,
  at: number,
  what: Omit<RoomDelta, 'since' | 'updated_at'>,
): RoomDelta | undefined =>
  room.opened_at === null
    ? undefined
    : { since: isoTime(room.updated_at), updated_at: isoTime(at), ...what };

/** Undefined for a file too: each reader has a link of their own to it, and reads it. */
export function deltaWith(room: Found, at: number, item: RoomContent): RoomDelta | undefined {
  const { id, name } = item.user;
  return item.type === 'text'
    ? deltaOf(room, at, { item: { ...item, user: { id, name } } })
    : undefined;
}

const tellUsers = (app: App, userIds: readonly string[], roomId: string, change: RoomChange) =>
  app.channels.publish(
    userIds.map(channelOf.user),
    'room:updated',
    { roomId, change },
    roomChannel(roomId),
  );

/** Each reader has an address of their own, and programs that may not read rooms have none. */
export async function tellPreview(app: App, file: FileRow): Promise<void> {
  const home = await findHome(app.db, file.holder_id);
  if (!home || home.deleted_at !== null) return;
  const { room_id: roomId } = home;
  for (const readerId of await app.presence.of(roomChannel(roomId))) {
    const preview = app.files.links.previewOf(file, readerId);
    const news = preview && { roomId, fileId: file.id, preview };
    const without = channelOf.without('rooms:read');
    if (news) app.channels.publish(channelOf.user(readerId), 'file:preview', news, without);
  }
}

const tellRoom = (app: App, roomId: string, change: RoomChange, delta?: RoomDelta) =>
  app.channels.publish(roomChannel(roomId), 'room:updated', {
    roomId,
    change,
    ...(delta && { delta }),
  });

function tellLists(app: App, roomId: string, change: RoomChange): void {
  const { quietRooms: quiet } = app;
  if (quiet.has(roomId)) return void quiet.set(roomId, change);
  quiet.set(roomId, undefined);
  void app.tell(async () =>
    tellUsers(app, await listMemberUserIds(app.db, roomId), roomId, change),
  );
  setTimeout(() => {
    const since = quiet.get(roomId);
    quiet.delete(roomId);
    if (since !== undefined) tellLists(app, roomId, since);
  }, LIST_NEWS_MS).unref();
}

export function roomChanged(app: App, roomId: string, change: RoomChange, delta?: RoomDelta): void {
  tellRoom(app, roomId, change, delta);
  tellLists(app, roomId, change);
}

/** Something is there that was not, or the other way round. */
export function contentCounted(app: App, roomId: string, delta?: RoomDelta, except?: string): void {
  roomChanged(app, roomId, 'content', delta);
  app.tellUnread({ roomId, ...(except !== undefined && { except }) });
}

export function contentAdded(
  app: App,
  roomId: string,
  author: { id: string; name: string },
  delta?: RoomDelta,
): void {
  contentCounted(app, roomId, delta, author.id);
  void app.tell(async () => {
    const members = await listNotified(app.db, roomId, author.id);
    if (members.length === 0) return;
    await app.notify(
      { userIds: members.map(({ id }) => id) },
      {
        tag: roomId,
        url: `/rooms/${roomId}`,
        ...(members[0] && { title: members[0].room }),
        text: 'room',
        name: author.name,
      },
    );
  });
}

export function memberJoined(app: App, roomId: string, userId: string): void {
  if (app.quietRooms.has(roomId)) tellUsers(app, [userId], roomId, 'members');
  roomChanged(app, roomId, 'members');
}

export function memberLeft(app: App, roomId: string, userId: string): void {
  app.channels.expel(roomChannel(roomId), userId);
  tellUsers(app, [userId], roomId, 'removed');
  roomChanged(app, roomId, 'members');
}

export const roomClosed = (app: App, roomId: string, members: readonly string[]): void =>
  app.channels.expelOthers(roomChannel(roomId), members);

export function roomDeleted(app: App, roomId: string, formerMembers: readonly string[]): void {
  tellRoom(app, roomId, 'deleted');
  tellUsers(app, formerMembers, roomId, 'deleted');
  app.channels.expelOthers(roomChannel(roomId), []);
}
