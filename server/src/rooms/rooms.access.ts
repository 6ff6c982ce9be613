import { type ErrorCode, ProductError } from '@clipline/contract/errors.ts';
import { UNDO_SECONDS } from '@clipline/contract/limits.ts';
import { can, type RoomCapability, type RoomRole } from '@clipline/contract/room-roles.ts';
import type { Db } from '../core/db/database.ts';
import { findContent, type FoundContent } from './room-content.queries.ts';
import { findRoom, type FoundRoom } from './rooms.queries.ts';

/** How a user stands to a room; null when they may not even know that it exists. */
export function roleIn(room: {
  readonly isPrivate: boolean;
  readonly membership: 'owner' | 'member' | null;
}): RoomRole | null {
  return room.membership ?? (room.isPrivate ? null : 'reader');
}

/** The failure that a caller of this role meets, null when they may. */
export function refusalOf(role: RoomRole | null, capability: RoomCapability): ErrorCode | null {
  if (role === null) return 'ROOM_NOT_FOUND';
  if (can(role, capability)) return null;
  if (role === 'owner') return 'OWNER_CANNOT_LEAVE';
  return role === 'reader' ? 'NOT_ROOM_MEMBER' : 'NOT_ROOM_OWNER';
}

/**
 * The failure that meets a user who wants to change an item of a room where they may edit what
 * they added.
 */
export function editRefusalOf(
  item: { readonly authorId: string; readonly type: 'text' | 'file' },
  userId: string,
): ErrorCode | null {
  if (item.authorId !== userId) return 'NOT_CONTENT_AUTHOR';
  return item.type === 'text' ? null : 'NOT_A_TEXT';
}

/** The failure that meets a member of the room who wants to forget the versions of an item. */
export const forgetRefusalOf = (
  item: { readonly authorId: string },
  role: RoomRole,
  userId: string,
): ErrorCode | null => (role === 'owner' || item.authorId === userId ? null : 'NOT_CONTENT_AUTHOR');

interface DeletedItem {
  readonly user_id: string;
  readonly deleted_at: number | null;
  readonly deleted_by: string | null;
}

/** Whose trash a deleted item is in: the author's, that of who deleted it, the room owner's. */
const isInTrashOf = (item: DeletedItem, role: RoomRole, userId: string): boolean =>
  role === 'owner' || item.user_id === userId || item.deleted_by === userId;

/** Besides them every member may undo what was deleted a moment ago. */
export const mayRestore = (
  item: DeletedItem,
  role: RoomRole,
  userId: string,
  now: number,
): boolean =>
  can(role, 'restoreContent') &&
  (isInTrashOf(item, role, userId) || (item.deleted_at ?? 0) >= now - UNDO_SECONDS * 1000);

/** The failure of removing a user, or oneself, from a room that one owns. */
export const removalRefusalOf = (member: { readonly role: 'owner' | 'member' }): ErrorCode | null =>
  member.role === 'owner' ? 'OWNER_CANNOT_LEAVE' : null;

/** A room and how the person who asked stands to it. */
export type MyRoom = FoundRoom & { readonly as: RoomRole };

export const roleOf = (room: FoundRoom): RoomRole | null =>
  roleIn({ isPrivate: room.is_private === 1, membership: room.role });

/** The room, for a user who wants to do this in it. Throws what refuses them. */
export async function requireRoom(
  db: Db,
  roomId: string,
  userId: string,
  capability: RoomCapability,
): Promise<MyRoom> {
  const room = await findRoom(db, roomId, userId);
  const role = room ? roleOf(room) : null;
  const refusal = refusalOf(role, capability);
  if (refusal !== null) throw new ProductError(refusal);
  return { ...(room as FoundRoom), as: role as RoomRole };
}

/** A call about an item of a room. */
export interface ItemCall {
  readonly user: { readonly id: string };
  readonly params: { readonly id: string; readonly contentId: string };
}

export interface FoundItem {
  readonly room: MyRoom;
  readonly item: FoundContent;
}

/** An item and its room. Throws what refuses the caller, or CONTENT_NOT_FOUND. */
export async function requireItem(
  db: Db,
  { user, params }: ItemCall,
  capability: RoomCapability,
): Promise<FoundItem> {
  const room = await requireRoom(db, params.id, user.id, capability);
  const item = await findContent(db, room.id, params.contentId);
  if (!item) throw new ProductError('CONTENT_NOT_FOUND');
  return { room, item };
}

/** A text that the caller added and may change. */
export async function requireOwnText(db: Db, call: ItemCall): Promise<FoundItem> {
  const found = await requireItem(db, call, 'editOwnContent');
  const { user_id: authorId, type } = found.item;
  const refusal = editRefusalOf({ authorId, type }, call.user.id);
  if (refusal !== null) throw new ProductError(refusal);
  return found;
}
