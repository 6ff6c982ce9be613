declare module '../core/db/schema.ts' {
  interface Schema {
    uploads: UploadTable;
    upload_parts: UploadPartTable;
  }
}

export interface UploadTable {
  /** Also the key of its content in the object storage. */
  id: string;
  name: string;
  size: number;
  /** As it was declared; may be empty. */
  media_type: string;
  place_kind: 'clip' | 'room' | 'desktop' | 'link' | 'sealed';
  /** Null for a desktop. */
  place_id: string | null;
  /** Whose storage it takes: null for all who are signed out. */
  owner_id: string | null;
  /** Who goes on with it: a user, a link as it was then, or who has a desktop. */
  caller: string;
  /** What the object storage knows its parts by. */
  store_token: string;
  /** Bytes of the parts that are there. */
  received: number;
  created_at: number;
  expires_at: number;
}

export interface UploadPartTable {
  upload_id: string;
  number: number;
  /** In base64url. */
  sha256: string;
  tag: string;
}
