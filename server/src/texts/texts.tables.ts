declare module '../core/db/schema.ts' {
  interface Schema {
    clip_versions: VersionTable;
    content_versions: VersionTable;
    search_texts: SearchTextTable;
  }
}

/**
 * A text of a clip or of an item of a room: one that was replaced, or who wrote the present one.
 */
export interface VersionTable {
  thing_id: string;
  /** The thing's, when it had this text; of the present text the highest. */
  version: number;
  saved_at: number;
  /**
   * When the burst of saves began that the text belongs to; null of one that began none, as a text
   * that something was created with.
   */
  burst_at: number | null;
  by_kind: 'you' | 'link' | 'program';
  by_id: string;
  by_label: string | null;
  /** When another text replaced it; null of the present one. */
  ended_at: number | null;
  /** When it is next decided whether it is kept any longer. */
  look_at: number | null;
  /** The owner's last text before another user changed it. */
  is_last_own: number;
  chars: number;
  bytes: number;
  /** JSON: names of the files at the end. */
  files: string;
  /** Deflated, in base64; '' of the present text. */
  packed: string;
}

/**
 * What the search looks into: one row for each clip and each item of a room that lists show,
 * folded. On SQLite the rows lie in the order of the key, those of one holder together.
 */
export interface SearchTextTable {
  holder_id: string;
  created_at: number;
  thing_id: string;
  names: string;
  text: string;
}
