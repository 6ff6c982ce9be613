import type { RoomChange, RoomContent, RoomDelta } from '@clipline/contract/schemas/rooms.ts';
import type { Db } from '../core/db/database.ts';
import type { Channels } from '../core/live/channels.ts';
import { channelOf } from '../core/live/sockets.ts';
import type { Tell } from '../core/live/tell.ts';
import { isoTime } from '../core/time.ts';
import type { MyRoom } from './find-room.ts';
import { listMemberUserIds } from './room-members.queries.ts';

export const roomChannel = (roomId: string) => `room:${roomId}`;

/** Tells screens what changed in a room. To be called after the commit; no caller waits for it. */
export interface RoomNews {
  /**
   * Those who have the room open hear at once, also what to make of what they have, the lists of
   * all members soon.
   */
  changed(roomId: string, change: RoomChange, delta?: RoomDelta): void;
  /** A user became a member: their own list hears at once. */
  joined(roomId: string, userId: string): void;
  /**
   * A user is a member no longer: their sockets leave the room, and all of their devices hear.
   */
  left(roomId: string, userId: string): void;
  /** The room turned private: only these stay, its members. */
  closedToReaders(roomId: string, members: readonly string[]): void;
  /** The room is gone, and with it the list of those who were its members. */
  deleted(roomId: string, formerMembers: readonly string[]): void;
}

/**
 * A list shows little of a room; in a busy one with hundreds of members it need not hear of every
 * keystroke saved.
 */
const LIST_NEWS_MS = 1000;

type Found = Pick<MyRoom, 'updated_at' | 'opened_at'>;

/**
 * What a change at this moment makes of the room as it was found. Undefined when it was the first
 * act of a member, whose name the others read from now on.
 */
export const deltaOf = (
  room: Found,
  at: number,
  what: Omit<RoomDelta, 'since' | 'updated_at'>,
): RoomDelta | undefined =>
  room.opened_at === null
    ? undefined
    : { since: isoTime(room.updated_at), updated_at: isoTime(at), ...what };

/** Undefined for a file too: each reader has a link of their own to it, and reads it. */
export function withItem(room: Found, at: number, item: RoomContent): RoomDelta | undefined {
  const { id, name } = item.user;
  return item.type === 'text'
    ? deltaOf(room, at, { item: { ...item, user: { id, name } } })
    : undefined;
}

interface RoomTelling {
  readonly db: Db;
  readonly channels: Channels;
  readonly tell: Tell;
  /** Rooms whose lists were told a moment ago, and what has changed since. */
  readonly quiet: Map<string, RoomChange | undefined>;
}

const tellUsers = (
  { channels }: RoomTelling,
  userIds: readonly string[],
  roomId: string,
  change: RoomChange,
) =>
  channels.publish(
    userIds.map(channelOf.user),
    'room:updated',
    { roomId, change },
    roomChannel(roomId),
  );

const tellRoom = (
  { channels }: RoomTelling,
  roomId: string,
  change: RoomChange,
  delta?: RoomDelta,
) =>
  channels.publish(roomChannel(roomId), 'room:updated', {
    roomId,
    change,
    ...(delta && { delta }),
  });

function listsChanged(telling: RoomTelling, roomId: string, change: RoomChange): void {
  const { quiet } = telling;
  if (quiet.has(roomId)) return void quiet.set(roomId, change);
  quiet.set(roomId, undefined);
  void telling.tell(async () =>
    tellUsers(telling, await listMemberUserIds(telling.db, roomId), roomId, change),
  );
  setTimeout(() => {
    const since = quiet.get(roomId);
    quiet.delete(roomId);
    if (since !== undefined) listsChanged(telling, roomId, since);
  }, LIST_NEWS_MS).unref();
}

function changed(
  telling: RoomTelling,
  roomId: string,
  change: RoomChange,
  delta?: RoomDelta,
): void {
  tellRoom(telling, roomId, change, delta);
  listsChanged(telling, roomId, change);
}

export function createRoomNews(db: Db, channels: Channels, tell: Tell): RoomNews {
  const telling: RoomTelling = { db, channels, tell, quiet: new Map() };
  return {
    changed: (roomId, change, delta) => changed(telling, roomId, change, delta),
    joined(roomId, userId) {
      if (telling.quiet.has(roomId)) tellUsers(telling, [userId], roomId, 'members');
      changed(telling, roomId, 'members');
    },
    left(roomId, userId) {
      channels.expel(roomChannel(roomId), userId);
      tellUsers(telling, [userId], roomId, 'removed');
      changed(telling, roomId, 'members');
    },
    closedToReaders: (roomId, members) => channels.expelOthers(roomChannel(roomId), members),
    deleted(roomId, formerMembers) {
      tellRoom(telling, roomId, 'deleted');
      tellUsers(telling, formerMembers, roomId, 'deleted');
      channels.expelOthers(roomChannel(roomId), []);
    },
  };
}
