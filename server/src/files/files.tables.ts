declare module '../core/db/schema.ts' {
  interface Schema {
    files: FileTable;
    blobs: BlobTable;
  }
}

/** A file as something holds it; its bytes are the blob's. */
export interface FileTable {
  id: string;
  blob_id: string;
  /** What holds the file, such as 'clip', and which one. */
  holder_kind: string;
  holder_id: string;
  name: string;
  size: number;
  media_type: string;
  created_at: number;
}

/** Content, stored once per SHA-256. */
export interface BlobTable {
  /** Key in the object storage, never used twice. */
  id: string;
  sha256: string;
  size: number;
  created_at: number;
}
