declare module '../core/db/schema.ts' {
  interface Schema {
    files: FileTable;
    blobs: BlobTable;
    previews: PreviewTable;
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
  /** 1 for what a stranger sent until its owner has opened it. */
  is_unseen: number;
  /** How often it may still be tried to draw its preview, which is shown once this is 0. */
  preview_turns: number;
}

/** Of one content. */
export interface PreviewTable {
  blob_id: string;
  /** Key in the object storage. */
  object_key: string;
  width: number;
  height: number;
  size: number;
}

export interface BlobTable {
  /** Key in the object storage, never used twice. */
  id: string;
  sha256: string;
  size: number;
  created_at: number;
}
