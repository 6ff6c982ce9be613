declare module '../core/db/schema.ts' {
  interface Schema {
    desktops: DesktopTable;
    desktop_items: DesktopItemTable;
  }
}

/** Belongs to a user or, signed out, to a browser. */
export interface DesktopTable {
  id: string;
  user_id: string | null;
  /** Of the token in the browser's cookie; null once it is a user's. */
  browser_hash: string | null;
  /** Of the network that began it signed out, keyed; null where it was begun signed in. */
  network_hash: string | null;
  /** What its realtime channel is joined by. */
  network_id: string;
  /** Its holder may read, add and delete. */
  share_token: string;
  /** Its link was shown to its owner, or used: it may be anywhere. */
  is_shared: number;
  /** These count what is not deleted. */
  item_count: number;
  byte_count: number;
  text_byte_count: number;
  /** Grows with every change of an item. */
  version: number;
  created_at: number;
  /** When an item changed last. */
  updated_at: number;
  /** When its owner was last here, to the hour. */
  used_at: number;
}

/**
 * A text, or a file: then the files table has it under the holder kind 'desktop' and the id of this
 * row.
 */
export interface DesktopItemTable {
  id: string;
  desktop_id: string;
  type: 'text' | 'file';
  /** JSON: x and y, which may be fractions. */
  position: string;
  /** JSON: width and height. */
  size: string;
  /** Of the text or the file. */
  bytes: number;
  version: number;
  /** The desktop's with its last change: what was changed last lies on top. */
  desktop_version: number;
  created_at: number;
  /** Set when deleted; the row goes when the time to undo is over. */
  deleted_at: number | null;
  content: string;
}
