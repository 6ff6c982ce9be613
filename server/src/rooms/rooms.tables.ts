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
  /** Items that are not deleted. */
  content_count: number;
  created_at: number;
  /**
   * Grows with every change, so that no two changes of a room share a moment, whatever the clock
   * does.
   */
  updated_at: number;
  /** Set when deleted; its members are then among `former_members`. */
  deleted_at: number | null;
  /**
   * Set when it can no longer be brought back: what the room held goes soon after, at last the row
   * with its log.
   */
  purged_at: number | null;
}

/** A member, or an invitation while `user_id` is null. */
export interface RoomMemberTable {
  room_id: string;
  /** The user's id; of an invitation one that its address always gets. */
  member_id: string;
  user_id: string | null;
  email: string;
  role: 'owner' | 'member';
  /** A moment of the room: members are listed in this order, so the owner comes first. */
  joined_at: number;
  /**
   * When the person first looked into the room; until then nothing about their account is shown.
   */
  opened_at: number | null;
}

/**
 * A text, or a file: then the files table has it under the holder kind 'room' and the id of this
 * row.
 */
export interface RoomContentTable {
  id: string;
  room_id: string;
  user_id: string;
  /** The user's, kept here so that the store can sort by it. */
  author_email: string;
  type: 'text' | 'file';
  version: number;
  created_at: number;
  updated_at: number;
  /** Set when deleted; the row goes when the time to undo is over. */
  deleted_at: number | null;
  /** Who deleted it. */
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
  /** The item that it is about; it may be gone. */
  content_id: string | null;
}
