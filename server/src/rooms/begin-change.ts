import type { Tx } from '../core/db/database.ts';
import type { MyRoom } from './find-room.ts';
import { markOpened } from './room-members.queries.ts';
import { touchRoom } from './rooms.queries.ts';

/**
 * Begins a change by a member of the room; returns its moment, which its activity entry carries.
 */
export async function beginChange(
  tx: Tx,
  room: MyRoom,
  userId: string,
  counts: { members?: number; content?: number } = {},
): Promise<number> {
  const at = await touchRoom(tx, room.id, counts);
  if (room.opened_at === null) await markOpened(tx, room.id, userId, at);
  return at;
}
