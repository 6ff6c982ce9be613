import { ProductError } from '@clipline/contract/errors.ts';
import type { RoomCapability, RoomRole } from '@clipline/contract/room-roles.ts';
import type { Db } from '../core/db/database.ts';
import { refusalOf, roleIn } from './rooms.access.ts';
import { findRoom, type FoundRoom } from './rooms.queries.ts';

/** A room and how the person who asked stands to it. */
export type MyRoom = FoundRoom & { readonly as: RoomRole };

/** The room, for a user who wants to do this in it. Throws what refuses them. */
export async function findRoomFor(
  db: Db,
  roomId: string,
  userId: string,
  capability: RoomCapability,
): Promise<MyRoom> {
  const room = await findRoom(db, roomId, userId);
  const role = room ? roleIn({ isPrivate: room.is_private === 1, membership: room.role }) : null;
  const refusal = refusalOf(role, capability);
  if (refusal !== null) throw new ProductError(refusal);
  return { ...(room as FoundRoom), as: role as RoomRole };
}
