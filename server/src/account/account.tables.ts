declare module '../core/db/schema.ts' {
  interface Schema {
    imports: ImportTable;
  }
}

/** What a user took over from an export, so that a repeat adds nothing twice. */
export interface ImportTable {
  user_id: string;
  kind: 'clip' | 'room' | 'room-item' | 'desktop-item';
  /** What the export calls it. */
  origin_id: string;
  /** What it is here; it may have been deleted since. */
  thing_id: string;
}
