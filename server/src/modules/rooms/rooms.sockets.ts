import { type ServedEvents, serveEvent } from '../../platform/realtime/serve-event.ts';
import { openRoom } from './join-room.ts';
import { readRoom } from './read-room.ts';
import { announcePresence, membersPresent } from './room-presence.ts';
import type { Rooms } from './rooms.ts';
import { roomChannel } from './rooms.news.ts';

export function serveRoomEvents(events: ServedEvents, rooms: Rooms): void {
  const { db, files, presence } = rooms;
  announcePresence(rooms);

  serveEvent(events, 'join:room', ({ payload: { roomId }, user, join }) =>
    join(
      roomChannel(roomId),
      () => openRoom(rooms, roomId, user.id),
      async () => ({
        room: await readRoom(db, files, roomId, user),
        present: await membersPresent(db, presence, roomId),
      }),
    ),
  );

  serveEvent(events, 'leave:room', async ({ payload: { roomId }, leave }) => {
    leave(roomChannel(roomId));
    return {};
  });
}
