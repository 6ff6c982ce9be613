import { ProductError } from '@clipline/contract/errors.ts';
import { MAX_ROOM_MEMBERS, MAX_ROOMS_PER_PERSON } from '@clipline/contract/limits.ts';
import { type Tx, whereWritable } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { findRoomFor } from './find-room.ts';
import { recordActivity } from './room-activity.queries.ts';
import {
  acceptInvitation,
  acceptInvitations,
  insertMember,
  markOpened,
} from './room-members.queries.ts';
import { requireRoomsLeft, findRoomByShareToken, touchRoom } from './rooms.queries.ts';
import type { Rooms } from './rooms.ts';

/** Makes the holder of a share token a member, unless they are one. */
export async function joinByToken(
  tx: Tx,
  user: CurrentUser,
  shareToken: string,
): Promise<{ roomId: string; isNew: boolean }> {
  const room = await findRoomByShareToken(tx, shareToken, user.id);
  if (!room || (room.role === null && room.is_private === 1))
    throw new ProductError('ROOM_LINK_INVALID');
  if (room.role !== null) return { roomId: room.id, isNew: false };
  await requireRoomsLeft(tx, user.id);
  const isInvited = await acceptInvitation(tx, room.id, user, Date.now());
  if (!isInvited && room.member_count >= MAX_ROOM_MEMBERS)
    throw new ProductError('ROOM_FULL', { max: MAX_ROOM_MEMBERS });
  const at = await touchRoom(tx, room.id, { members: isInvited ? 0 : 1 });
  const isNew =
    isInvited ||
    (await insertMember(tx, {
      room_id: room.id,
      member_id: user.id,
      user_id: user.id,
      email: user.email,
      role: 'member',
      joined_at: at,
      opened_at: at,
    }));
  if (!isNew) throw new ProductError('ALREADY_ROOM_MEMBER');
  await recordActivity(tx, {
    roomId: room.id,
    type: 'member_joined_by_token',
    userId: user.id,
    at,
  });
  return { roomId: room.id, isNew: true };
}

/**
 * Makes a member of every room that invited the address of one who is a user as of now;
 * returns the rooms.
 */
export async function joinInvitingRooms(
  tx: Tx,
  user: { readonly id: string; readonly email: string },
): Promise<string[]> {
  const accepted = await acceptInvitations(tx, user.id, user.email, MAX_ROOMS_PER_PERSON);
  for (const { room_id: roomId } of accepted) {
    const at = await touchRoom(tx, roomId);
    await recordActivity(tx, { roomId, type: 'member_join', userId: user.id, at });
  }
  return accepted.map((each) => each.room_id);
}

/**
 * Notes that a member looks into the room for the first time: from now on the others read their
 * name.
 */
export async function openRoom(
  { db, news }: Pick<Rooms, 'db' | 'news'>,
  roomId: string,
  userId: string,
): Promise<void> {
  const room = await findRoomFor(db, roomId, userId, 'read');
  if (room.role === null || room.opened_at !== null) return;
  if (await whereWritable(markOpened(db, roomId, userId, Date.now())))
    news.changed(roomId, 'members');
}
