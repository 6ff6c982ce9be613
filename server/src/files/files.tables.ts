declare module '../core/db/schema.ts' {
  interface Schema {
    files: FileTable;
    blobs: BlobTable;
  }
}

export interface FileTable {
  id: string;
  blob_id: string;
  /** Such as 'clip'. */
  holder_kind: string;
  holder_id: string;
  name: string;
  size: number;
  media_type: string;
  created_at: number;
}

export interface BlobTable {
  /** Key in the object storage, never used twice. */
  id: string;
  sha256: string;
  size: number;
  created_at: number;
}
