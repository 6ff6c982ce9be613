declare module '../core/db/schema.ts' {
  interface Schema {
    imports: ImportTable;
  }
}

export interface ImportTable {
  user_id: string;
  kind: 'clip' | 'room' | 'room-item' | 'desktop-item';
  origin_id: string;
  /** It may have been deleted since. */
  thing_id: string;
}
