import type { App } from '../core/app.ts';
import type { PresenceChange } from '../core/live/presence.ts';
import { type Emission, serveEvent } from '../core/live/serve-event.ts';
import { listMembersAmong } from './room-members.queries.ts';
import { openRoom } from './rooms.changes.ts';
import { roomChannel } from './rooms.news.ts';
import { readRoom } from './rooms.present.ts';

/** Readers of a public room stay unnamed. */
const membersPresent = async (app: App, roomId: string): Promise<string[]> =>
  listMembersAmong(app.db, roomId, await app.presence.of(roomChannel(roomId)));

async function tellPresence(
  app: App,
  channel: string,
  { came, went }: PresenceChange,
): Promise<void> {
  const roomId = channel.slice(roomChannel('').length);
  const members = new Set(await listMembersAmong(app.db, roomId, [...came, ...went]));
  if (members.size === 0) return;
  app.channels.publish(channel, 'room:presence', {
    roomId,
    came: came.filter((id) => members.has(id)),
    went: went.filter((id) => members.has(id)),
  });
}

function announcePresence(app: App): void {
  /** One after the other, or who left at once would be told of before they came. */
  let telling: Promise<unknown> = Promise.resolve();
  app.presence.watch(roomChannel(''), (channel, change) => {
    telling = telling.then(() => tellPresence(app, channel, change)).catch(app.onDefect);
  });
}

async function join({ payload: { roomId }, user, join: enter }: Emission<'join:room'>, app: App) {
  return enter(
    async () => {
      await openRoom(app, roomId, user.id);
      return roomChannel(roomId);
    },
    async () => ({
      room: await readRoom(app, app.db, roomId, user),
      present: await membersPresent(app, roomId),
    }),
  );
}

async function leave({ payload: { roomId }, leave: quit }: Emission<'leave:room'>) {
  quit(roomChannel(roomId));
  return {};
}

export function serveRoomEvents(app: App): void {
  announcePresence(app);
  serveEvent(app, 'join:room', join);
  serveEvent(app, 'leave:room', leave);
}
