declare module '../core/db/schema.ts' {
  interface Schema {
    clips: ClipTable;
    newest_clips: NewestClipTable;
    tags: TagTable;
    clip_tags: ClipTagTable;
    bulk_lots: BulkLotTable;
  }
}

export interface ClipTable {
  id: string;
  user_id: string;
  is_favorite: number;
  file_count: number;
  /** Null while the clip is an empty draft. */
  saved_at: number | null;
  deleted_at: number | null;
  created_at: number;
  updated_at: number;
  /**
   * Grows with every change of text or files; `content_version` is its value at the last change of
   * the text.
   */
  version: number;
  content_version: number;
  capture_id: string | null;
  /**
   * So many of the files that were announced are still to come: until then it is its owner's alone.
   */
  awaited_files: number;
  address_open: number;
  /**
   * Set by the last view of a link that deletes it: until then its owner and that viewer have it.
   */
  burns_at: number | null;
  /** JSON of `Via`; null where its owner saved it themselves, and changed it last. */
  via: string | null;
  /** Last, because SQLite reads through a long text to reach what stands behind it. */
  content: string;
}

/**
 * When a person's newest clip was created: the next one is later, whatever the clock does. A row of
 * its own: of two who look for it among the clips of a small store, PostgreSQL ends one.
 */
export interface NewestClipTable {
  user_id: string;
  last_at: number;
}

export interface TagTable {
  id: string;
  user_id: string;
  name: string;
  /** The name without case: no two tags of a person share it. */
  name_key: string;
  color: string;
}

export interface ClipTagTable {
  clip_id: string;
  tag_id: string;
  /** 1 while lists show the clip. */
  listed: number;
}

/**
 * What was done to many clips at once, by the change and the part of it; the row goes when that is
 * undone, or can no longer be.
 */
export interface BulkLotTable {
  id: string;
  lot: number;
  user_id: string;
  action: string;
  tag_id: string | null;
  /** Also when clips that it deleted were deleted. */
  created_at: number;
  clip_ids: string;
}
