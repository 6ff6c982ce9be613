import type { Db } from '../../platform/database/database.ts';
import { channelOf } from '../../platform/realtime/channels.ts';
import type { Presence } from '../../platform/realtime/presence.ts';
import { findMembersAmong } from './room-members.queries.ts';
import type { Rooms } from './rooms.ts';

/** The members who have the room open. Readers of a public room stay unnamed. */
export const membersPresent = (db: Db, presence: Presence, roomId: string): Promise<string[]> =>
  findMembersAmong(db, roomId, presence.of(channelOf.room(roomId)));

const PREFIX = channelOf.room('');

/** Keeps everybody who has a room open informed who else has. */
export function announcePresence({
  db,
  presence,
  channels,
  onDefect,
}: Pick<Rooms, 'db' | 'presence' | 'channels' | 'onDefect'>): void {
  const told = new Map<string, string>();
  const telling = new Set<string>();
  const again = new Set<string>();

  async function tell(roomId: string): Promise<void> {
    const userIds = await membersPresent(db, presence, roomId);
    const key = userIds.join();
    if ((told.get(roomId) ?? '') === key) return;
    if (key === '') told.delete(roomId);
    else told.set(roomId, key);
    channels.publish(channelOf.room(roomId), 'room:presence', { roomId, userIds });
  }

  /**
   * One at a time for each room, or an older answer of the store could be told after a newer one.
   */
  async function tellInTurn(roomId: string): Promise<void> {
    telling.add(roomId);
    do {
      again.delete(roomId);
      await tell(roomId).catch(onDefect);
    } while (again.has(roomId));
    telling.delete(roomId);
  }

  presence.watch(PREFIX, (channel) => {
    const roomId = channel.slice(PREFIX.length);
    if (telling.has(roomId)) again.add(roomId);
    else void tellInTurn(roomId);
  });
}
