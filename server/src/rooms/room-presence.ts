import type { Db } from '../core/db/database.ts';
import type { Presence, PresenceChange } from '../core/live/presence.ts';
import { listMembersAmong } from './room-members.queries.ts';
import type { Rooms } from './rooms.ts';
import { roomChannel } from './rooms.news.ts';

/** The members who have the room open. Readers of a public room stay unnamed. */
export const membersPresent = async (
  db: Db,
  presence: Presence,
  roomId: string,
): Promise<string[]> => listMembersAmong(db, roomId, await presence.of(roomChannel(roomId)));

const PREFIX = roomChannel('');

async function tell(
  { db, channels }: Pick<Rooms, 'db' | 'channels'>,
  channel: string,
  { came, went }: PresenceChange,
): Promise<void> {
  const roomId = channel.slice(PREFIX.length);
  const members = new Set(await listMembersAmong(db, roomId, [...came, ...went]));
  if (members.size === 0) return;
  channels.publish(channel, 'room:presence', {
    roomId,
    came: came.filter((id) => members.has(id)),
    went: went.filter((id) => members.has(id)),
  });
}

/** Keeps all who have a room open informed who else came or went. */
export function announcePresence(
  rooms: Pick<Rooms, 'db' | 'presence' | 'channels' | 'onDefect'>,
): void {
  /** One after the other, or who left at once would be told of before they came. */
  let telling: Promise<unknown> = Promise.resolve();
  rooms.presence.watch(PREFIX, (channel, change) => {
    telling = telling.then(() => tell(rooms, channel, change)).catch(rooms.onDefect);
  });
}
