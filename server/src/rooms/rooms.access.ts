import type { ErrorCode } from '@clipline/contract/errors.ts';
import { UNDO_SECONDS } from '@clipline/contract/limits.ts';
import { can, type RoomCapability, type RoomRole } from '@clipline/contract/room-roles.ts';

/** Null when they may not even know that it exists. */
export function roleIn(room: {
  readonly isPrivate: boolean;
  readonly membership: 'owner' | 'member' | null;
}): RoomRole | null {
  return room.membership ?? (room.isPrivate ? null : 'reader');
}

export function refusalOf(role: RoomRole | null, capability: RoomCapability): ErrorCode | null {
  if (role === null) return 'ROOM_NOT_FOUND';
  if (can(role, capability)) return null;
  if (role === 'owner') return 'OWNER_CANNOT_LEAVE';
  return role === 'reader' ? 'NOT_ROOM_MEMBER' : 'NOT_ROOM_OWNER';
}

export function editRefusalOf(
  item: { readonly authorId: string; readonly type: 'text' | 'file' },
  userId: string,
): ErrorCode | null {
  if (item.authorId !== userId) return 'NOT_CONTENT_AUTHOR';
  return item.type === 'text' ? null : 'NOT_A_TEXT';
}

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

/**
 * Who wrote or deleted an item may restore it, and the owner of its room; every member for a
 * moment.
 */
export const mayRestore = (
  item: DeletedItem,
  role: RoomRole,
  userId: string,
  now: number,
): boolean =>
  can(role, 'restoreContent') &&
  (role === 'owner' ||
    item.user_id === userId ||
    item.deleted_by === userId ||
    (item.deleted_at ?? 0) >= now - UNDO_SECONDS * 1000);

export const removalRefusalOf = (member: { readonly role: 'owner' | 'member' }): ErrorCode | null =>
  member.role === 'owner' ? 'OWNER_CANNOT_LEAVE' : null;
