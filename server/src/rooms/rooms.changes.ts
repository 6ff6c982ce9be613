import type { Tx } from '../core/db/database.ts';
import type { CurrentUser } from '../core/http/current-user.ts';
import { newId, newToken } from '../core/ids.ts';
import { beginChange } from './begin-change.ts';
import type { MyRoom } from './find-room.ts';
import { recordActivity } from './room-activity.queries.ts';
import {
  bringMembersBack,
  dismissMembers,
  listMemberUserIds,
  insertMember,
  removeMember,
} from './room-members.queries.ts';
import { invitationId } from './room-members.changes.ts';
import type { Rooms } from './rooms.ts';
import { changeRoom, requireRoomsLeft, insertRoom, touchRoom } from './rooms.queries.ts';

/** Opens a room with its owner in it; returns its id. Throws TOO_MANY_ROOMS. */
export async function createOwnRoom(
  tx: Tx,
  owner: CurrentUser,
  { name, isPrivate }: { name: string; isPrivate?: boolean | undefined },
  now = Date.now(),
): Promise<string> {
  await requireRoomsLeft(tx, owner.id);
  const id = newId();
  await insertRoom(tx, {
    id,
    owner_id: owner.id,
    name,
    is_private: isPrivate ? 1 : 0,
    share_token: newToken(),
    member_count: 1,
    content_count: 0,
    created_at: now,
    updated_at: now,
  });
  await insertMember(tx, {
    room_id: id,
    member_id: owner.id,
    user_id: owner.id,
    email: owner.email,
    role: 'owner',
    joined_at: now,
    opened_at: now,
  });
  return id;
}

interface Settings {
  readonly name?: string | undefined;
  readonly isPrivate?: boolean | undefined;
}

/**
 * Saves what differs and returns it with its moment and, where the room turned private, those who
 * may stay; undefined when nothing does.
 */
export async function saveSettings(
  tx: Tx,
  room: MyRoom,
  userId: string,
  { name, isPrivate }: Settings,
): Promise<(Settings & { readonly at: number; readonly stay?: string[] }) | undefined> {
  const changed = {
    ...(name !== undefined && name !== room.name ? { name } : {}),
    ...(isPrivate !== undefined && isPrivate !== (room.is_private === 1) ? { isPrivate } : {}),
  };
  if (Object.keys(changed).length === 0) return undefined;
  const at = await beginChange(tx, room, userId);
  await changeRoom(tx, room.id, {
    name: name ?? room.name,
    is_private: (isPrivate ?? room.is_private === 1) ? 1 : 0,
  });
  await recordActivity(tx, { roomId: room.id, type: 'room_updated', userId, at, details: changed });
  return {
    ...changed,
    at,
    ...(changed.isPrivate && { stay: await listMemberUserIds(tx, room.id) }),
  };
}

/** From here on the room is there for no one; returns who its members were. */
export async function deleteWholeRoom(tx: Tx, room: MyRoom, userId: string): Promise<string[]> {
  const formerMembers = await listMemberUserIds(tx, room.id);
  const at = await beginChange(tx, room, userId);
  await dismissMembers(tx, room.id);
  await changeRoom(tx, room.id, { deleted_at: at, member_count: 0 });
  await recordActivity(tx, { roomId: room.id, type: 'room_deleted', userId, at });
  return formerMembers;
}

/** Opens a deleted room again, with its members and what it held. Throws TOO_MANY_ROOMS. */
export async function restoreWholeRoom(
  tx: Tx,
  { secret }: Pick<Rooms, 'secret'>,
  roomId: string,
  ownerId: string,
): Promise<void> {
  await requireRoomsLeft(tx, ownerId);
  const members = await bringMembersBack(tx, roomId, (email) => invitationId(secret, email));
  await changeRoom(tx, roomId, { deleted_at: null, member_count: members });
  const at = await touchRoom(tx, roomId);
  await recordActivity(tx, { roomId, type: 'room_restored', userId: ownerId, at });
}

export async function leaveAsMember(tx: Tx, room: MyRoom, userId: string): Promise<void> {
  const at = await beginChange(tx, room, userId, { members: -1 });
  await removeMember(tx, room.id, userId);
  await recordActivity(tx, { roomId: room.id, type: 'member_left', userId, at });
}
