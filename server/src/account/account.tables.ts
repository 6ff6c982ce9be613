declare module '../core/db/schema.ts' {
  interface Schema {
    imports: ImportTable;
  }
}

export interface ImportTable {
  user_id: string;
  kind: 'clip' | 'room' | 'room-item' | 'desktop-item';
  origin_id: string;
  /** What it is here; it may have been deleted since. */
  thing_id: string;
}
