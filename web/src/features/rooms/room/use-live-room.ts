import { ROOM_PAGE_SIZE } from '@clipline/contract/limits.ts';
import type { RoomChange, RoomDelta } from '@clipline/contract/schemas/rooms.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useGathered } from '../../../live/live-refresh.ts';
import { AFTER_READING } from '../../../live/query-client.ts';
import { useSocketChannel, useSocketEvent } from '../../../live/socket.ts';
import { changesRunning } from '../../../live/undoable-delete.ts';
import {
  contentChangeKey,
  hideItem,
  readFiltered,
  replaceItem,
  showItem,
} from '../content/room-content.api.ts';
import {
  keepRoom,
  type LiveRoom,
  NOTHING_HEARD,
  readRoom,
  readRoomItem,
  type Room,
  type RoomItem,
  roomKeys,
  setRoomLive,
  useRoomLive,
} from '../rooms.api.ts';

export function useLiveRoom(roomId: string, open: boolean): LiveRoom & { news: number } {
  const client = useQueryClient();
  const { present, ended } = useRoomLive(roomId);
  const set = (change: (known: LiveRoom) => Partial<LiveRoom>) =>
    setRoomLive(client, roomId, change);
  const [news, setNews] = useState(0);
  // Each visit begins with nothing heard.
  useEffect(() => () => setRoomLive(client, roomId, () => NOTHING_HEARD), [client, roomId]);
  const changes = useRef(new Set<RoomChange>());

  const readAgain = (queryKey: QueryKey) =>
    void client.invalidateQueries({ queryKey }, AFTER_READING);
  const read = (content: boolean) => {
    readAgain(roomKeys.one(roomId));
    readAgain(roomKeys.activity(roomId));
    if (content) readAgain(roomKeys.items(roomId));
    // What shows before the server replies would flicker back; its end reads.
    if (content && changesRunning(client, contentChangeKey(roomId)) === 0)
      readAgain(roomKeys.content(roomId));
  };

  const readGathered = useGathered(() => {
    const content = changes.current.has('content');
    changes.current.clear();
    read(content);
  });

  const joinedBefore = useRef(false);
  useSocketChannel({
    join: 'join:room',
    leave: 'leave:room',
    payload: open && ended === null ? { roomId } : null,
    onJoined(ack) {
      if (!ack.ok) {
        // What could not be read at all would only flash "Loading" and fail again.
        if (client.getQueryData(roomKeys.one(roomId))) readAgain(roomKeys.one(roomId));
        return;
      }
      keepRoom(client, readRoom(ack.room));
      set(() => ({ present: new Set(ack.present) }));
      if (joinedBefore.current) read(true);
      joinedBefore.current = true;
    },
  });

  useSocketEvent('room:presence', (event) => {
    if (event.roomId !== roomId) return;
    set(({ present: before }) => {
      const next = new Set([...before, ...event.came]);
      for (const id of event.went) next.delete(id);
      return { present: next };
    });
  });

  function apply(delta: RoomDelta): boolean {
    const room = client.getQueryData<Room>(roomKeys.one(roomId));
    // A reply on its way may be older, and would take the change off the screen again.
    const isRead = [roomKeys.one(roomId), roomKeys.content(roomId)].some(
      (queryKey) => client.isFetching({ queryKey }) > 0,
    );
    if (!room || isRead) return false;
    const applied = withDelta(room, delta);
    if (applied === null) return false;
    if (applied === undefined) return true;
    keepRoom(client, applied.room);
    if (applied.item && applied.isNew) showItem(client, roomId, applied.item);
    else if (applied.item) replaceItem(client, roomId, applied.item);
    if (delta.removed !== undefined) {
      hideItem(client, roomId, delta.removed);
      // Who edits it learns what became of it.
      readAgain(roomKeys.item(roomId, delta.removed));
    }
    if (changesRunning(client, contentChangeKey(roomId)) === 0)
      void readFiltered(client, roomId, AFTER_READING);
    readAgain(roomKeys.activity(roomId));
    return true;
  }

  useSocketEvent('room:updated', (event) => {
    if (event.roomId !== roomId) return;
    const { change } = event;
    if (change === 'removed' || change === 'deleted') {
      readGathered.cancel();
      changes.current.clear();
      return set(() => ({ present: new Set(), ended: change }));
    }
    // This person was let in again.
    if (change === 'members') set((known) => (known.ended === 'removed' ? { ended: null } : {}));
    setNews((count) => count + 1);
    if (event.delta && apply(event.delta)) return;
    changes.current.add(change);
    readGathered();
  });

  return { present, news, ended };
}

/** Until it is read again: who hears of it may not see all addresses. */
function withEmail(room: Room, item: NonNullable<RoomDelta['item']>): RoomItem | undefined {
  const { id } = item.user;
  const known =
    room.members.find((member) => member.id === id)?.email ??
    room.content.find(({ user }) => user.id === id)?.user.email;
  if (known === undefined) return undefined;
  return readRoomItem({ ...item, user: { ...item.user, email: known } });
}

export interface AppliedDelta {
  readonly room: Room;
  readonly item?: RoomItem;
  readonly isNew?: boolean;
}

/**
 * The room after a change, and the item of it. Null when the room is not as it was before the
 * change: it has to be read. Undefined when it has the change already.
 */
export function withDelta(room: Room, delta: RoomDelta): AppliedDelta | null | undefined {
  if (delta.updated_at <= room.updated_at) return undefined;
  if (delta.since !== room.updated_at) return null;
  const { updated_at, settings, removed } = delta;
  if (settings)
    return { room: { ...room, ...settings, isPrivate: settings.is_private, updated_at } };
  if (removed !== undefined) {
    const content = room.content.filter(({ id }) => id !== removed);
    return { room: { ...room, updated_at, content, contentTotal: room.contentTotal - 1 } };
  }
  const item = delta.item && withEmail(room, delta.item);
  if (!item) return null;
  const isNew = item.version === 1;
  const { email } = item.user;
  return {
    item,
    isNew,
    room: {
      ...room,
      updated_at,
      content: isNew
        ? [item, ...room.content.filter(({ id }) => id !== item.id)].slice(0, ROOM_PAGE_SIZE)
        : room.content.map((known) => (known.id === item.id ? item : known)),
      contentTotal: room.contentTotal + (isNew ? 1 : 0),
      authors: room.authors.includes(email) ? room.authors : [...room.authors, email],
    },
  };
}
