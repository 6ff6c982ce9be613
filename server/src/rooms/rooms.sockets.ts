import type { App } from '../core/app.ts';
import { serveEvent } from '../core/live/serve-event.ts';
import { openRoom } from './join-room.ts';
import { readRoom } from './read-room.ts';
import { announcePresence, membersPresent } from './room-presence.ts';
import type { Rooms } from './rooms.ts';
import { roomChannel } from './rooms.news.ts';

export function serveRoomEvents(app: App, rooms: Rooms): void {
  const { db, files, presence } = rooms;
  announcePresence(rooms);

  serveEvent(app, 'join:room', ({ payload: { roomId }, user, join }) =>
    join(
      roomChannel(roomId),
      () => openRoom(rooms, roomId, user.id),
      async () => ({
        room: await readRoom(db, files, roomId, user),
        present: await membersPresent(db, presence, roomId),
      }),
    ),
  );

  serveEvent(app, 'leave:room', async ({ payload: { roomId }, leave }) => {
    leave(roomChannel(roomId));
    return {};
  });
}
