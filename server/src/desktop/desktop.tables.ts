declare module '../core/db/schema.ts' {
  interface Schema {
    desktops: DesktopTable;
    desktop_items: DesktopItemTable;
  }
}

export interface DesktopTable {
  id: string;
  user_id: string | null;
  /** Of the token in the browser's cookie; null once it is a user's. */
  browser_hash: string | null;
  network_id: string;
  share_token: string;
  /** Its link was shown to its owner, or used: it may be anywhere. */
  is_shared: number;
  item_count: number;
  byte_count: number;
  text_byte_count: number;
  version: number;
  created_at: number;
  updated_at: number;
  /** When its owner was last here, to the hour. */
  used_at: number;
  /** Of two devices that a code brought together: when the one allowed the other. */
  paired_at: number | null;
}

/** Of a file, `files` holds it under the kind 'desktop' and this id. */
export interface DesktopItemTable {
  id: string;
  desktop_id: string;
  type: 'text' | 'file';
  position: string;
  size: string;
  bytes: number;
  version: number;
  /** What was changed last lies on top. */
  desktop_version: number;
  created_at: number;
  /** Set when deleted; the row goes when the time to undo is over. */
  deleted_at: number | null;
  content: string;
}
