declare module '../core/db/schema.ts' {
  interface Schema {
    search_texts: SearchTextTable;
  }
}

/**
 * What the search looks into: one row for each clip and each item of a room that lists show,
 * folded. On SQLite the rows lie in the order of the key, those of one holder together.
 */
export interface SearchTextTable {
  /** A person for clips, a room for what is in it. */
  holder_id: string;
  created_at: number;
  thing_id: string;
  names: string;
  text: string;
}
