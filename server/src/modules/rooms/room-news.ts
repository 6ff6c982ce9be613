import type { RoomChange } from '@clipline/contract/schemas/rooms.ts';
import type { Db } from '../../platform/database/database.ts';
import { type Channels, channelOf } from '../../platform/realtime/channels.ts';
import { findMemberUserIds } from './room-members.queries.ts';

/** Tells screens what changed in a room. To be called after the commit; nobody waits for it. */
export interface RoomNews {
  /** Those who have the room open hear at once, the lists of all members soon. */
  changed(roomId: string, change: RoomChange): void;
  /** Somebody became a member: their own list hears at once. */
  joined(roomId: string, userId: string): void;
  /**
   * Somebody is a member no longer: their sockets leave the room, and all of their devices hear.
   */
  left(roomId: string, userId: string): void;
  /** The room turned private: only members stay. */
  closedToReaders(roomId: string): Promise<void>;
  /** The room is gone, and with it the list of those who were its members. */
  deleted(roomId: string, formerMembers: readonly string[]): void;
}

/**
 * A list shows little of a room; in a busy one with hundreds of members it need not hear of every
 * keystroke saved.
 */
const LIST_NEWS_MS = 1000;

export function createRoomNews(
  db: Db,
  channels: Channels,
  onError: (error: unknown) => void,
): RoomNews {
  /** Rooms whose lists were told a moment ago, and what has changed since. */
  const quiet = new Map<string, RoomChange | undefined>();

  const tellUser = (userId: string, roomId: string, change: RoomChange) =>
    channels.publish(
      channelOf.user(userId),
      'room:updated',
      { roomId, change },
      channelOf.room(roomId),
    );
  const tellRoom = (roomId: string, change: RoomChange) =>
    channels.publish(channelOf.room(roomId), 'room:updated', { roomId, change });

  async function tellLists(roomId: string, change: RoomChange): Promise<void> {
    try {
      for (const userId of await findMemberUserIds(db, roomId)) tellUser(userId, roomId, change);
    } catch (error) {
      onError(error);
    }
  }

  function listsChanged(roomId: string, change: RoomChange): void {
    if (quiet.has(roomId)) return void quiet.set(roomId, change);
    quiet.set(roomId, undefined);
    void tellLists(roomId, change);
    setTimeout(() => {
      const since = quiet.get(roomId);
      quiet.delete(roomId);
      if (since !== undefined) listsChanged(roomId, since);
    }, LIST_NEWS_MS).unref();
  }

  function changed(roomId: string, change: RoomChange): void {
    tellRoom(roomId, change);
    listsChanged(roomId, change);
  }

  return {
    changed,
    joined(roomId, userId) {
      if (quiet.has(roomId)) tellUser(userId, roomId, 'members');
      changed(roomId, 'members');
    },
    left(roomId, userId) {
      channels.expel(channelOf.room(roomId), userId);
      tellUser(userId, roomId, 'removed');
      changed(roomId, 'members');
    },
    async closedToReaders(roomId) {
      channels.expelOthers(channelOf.room(roomId), await findMemberUserIds(db, roomId));
    },
    deleted(roomId, formerMembers) {
      tellRoom(roomId, 'deleted');
      for (const userId of formerMembers) tellUser(userId, roomId, 'deleted');
      channels.expelOthers(channelOf.room(roomId), []);
    },
  };
}
