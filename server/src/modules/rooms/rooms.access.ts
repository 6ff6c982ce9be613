import type { ErrorCode } from '@clipline/contract/errors.ts';
import { can, type RoomCapability, type RoomRole } from '@clipline/contract/room-roles.ts';

/** How somebody stands to a room; null when they may not even know that it exists. */
export function roleIn(room: {
  readonly isPrivate: boolean;
  readonly membership: 'owner' | 'member' | null;
}): RoomRole | null {
  return room.membership ?? (room.isPrivate ? null : 'reader');
}

/** The failure that somebody of this role meets, null when they may. */
export function refusalOf(role: RoomRole | null, capability: RoomCapability): ErrorCode | null {
  if (role === null) return 'ROOM_NOT_FOUND';
  if (can(role, capability)) return null;
  if (role === 'owner') return 'OWNER_CANNOT_LEAVE';
  return role === 'reader' ? 'NOT_ROOM_MEMBER' : 'NOT_ROOM_OWNER';
}

/**
 * The failure that meets somebody who wants to change an item of a room where they may edit what
 * they added.
 */
export function editRefusalOf(
  item: { readonly authorId: string; readonly type: 'text' | 'file' },
  userId: string,
): ErrorCode | null {
  if (item.authorId !== userId) return 'NOT_CONTENT_AUTHOR';
  return item.type === 'text' ? null : 'NOT_A_TEXT';
}

/** The failure that meets somebody of the room who wants to forget the versions of an item. */
export const forgetRefusalOf = (
  item: { readonly authorId: string },
  role: RoomRole,
  userId: string,
): ErrorCode | null => (role === 'owner' || item.authorId === userId ? null : 'NOT_CONTENT_AUTHOR');

/** The failure of removing somebody, or oneself, from a room that one owns. */
export const removalRefusalOf = (member: { readonly role: 'owner' | 'member' }): ErrorCode | null =>
  member.role === 'owner' ? 'OWNER_CANNOT_LEAVE' : null;
