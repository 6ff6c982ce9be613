import type { RoomNotifications } from '@clipline/contract/schemas/rooms.ts';
import type { Generated } from '../core/db/schema.ts';

declare module '../core/db/schema.ts' {
  interface Schema {
    rooms: RoomTable;
    room_members: RoomMemberTable;
    former_members: RoomMemberTable;
    room_content: RoomContentTable;
    room_activity: RoomActivityTable;
  }
}

export interface RoomTable {
  id: string;
  owner_id: string;
  name: string;
  is_private: number;
  /** Its holder may join while the room is public. */
  share_token: string;
  /** Open invitations included. */
  member_count: number;
  content_count: number;
  created_at: number;
  /** No two changes of a room share a moment, whatever the clock does. */
  updated_at: number;
  /** Set when deleted; its members are then among `former_members`. */
  deleted_at: number | null;
  /** Set when it can no longer be brought back; what it held goes soon after. */
  purged_at: number | null;
}

export interface RoomMemberTable {
  room_id: string;
  /** Of an invitation one that its address always gets. */
  member_id: string;
  user_id: string | null;
  email: string;
  role: 'owner' | 'member';
  /** A moment of the room: members are listed in this order, so the owner comes first. */
  joined_at: number;
  /** Until the first look into the room nothing about the account is shown. */
  opened_at: number | null;
  /** A moment of the room: what others added later is unread. */
  seen_at: Generated<number>;
  notifications: Generated<RoomNotifications>;
}

/** Of a file, `files` holds it under the kind 'room' and this id. */
export interface RoomContentTable {
  id: string;
  room_id: string;
  user_id: string;
  /** Kept here so that the store can sort by it. */
  author_email: string;
  type: 'text' | 'file';
  version: number;
  created_at: number;
  updated_at: number;
  /** The row goes when the time to undo is over. */
  deleted_at: number | null;
  deleted_by: string | null;
  content: string;
}

export interface RoomActivityTable {
  id: string;
  room_id: string;
  type: string;
  /** JSON. */
  details: string;
  user_id: string;
  created_at: number;
  content_id: string | null;
}
