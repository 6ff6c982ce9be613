import type { Generated } from 'kysely';

/**
 * Columns are text and integers only (ids text, booleans 0/1, times in ms since 1970, JSON as text), so that a row is equal on
 * both engines.
 */
export interface Schema {
  users: UserTable;
  registrations: RegistrationTable;
  sessions: SessionTable;
  access_tokens: AccessTokenTable;
  refresh_tokens: RefreshTokenTable;
  password_resets: PasswordResetTable;
  mails: MailTable;
  idempotency: IdempotencyTable;
  clips: ClipTable;
  files: FileTable;
  blobs: BlobTable;
}

/** Only confirmed people: an address that was never confirmed exists in `registrations` alone. */
export interface UserTable {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  created_at: number;
  disabled_at: number | null;
  trial_ends_at: number | null;
  /** When this person was last told that somebody signed up with their address. */
  address_notice_at: number | null;
}

/** One sign-up waiting for its link; name and password become the user's when that very link is opened. */
export interface RegistrationTable {
  token_hash: string;
  email: string;
  name: string;
  password_hash: string;
  created_at: number;
  expires_at: number;
  confirmed_at: number | null;
}

export interface SessionTable {
  id: string;
  user_id: string;
  user_agent: string;
  created_at: number;
  last_used_at: number;
  /** Moves with each refresh, never past `ends_at`. */
  idle_ends_at: number;
  ends_at: number;
}

export interface AccessTokenTable {
  token_hash: string;
  session_id: string;
  expires_at: number;
  first_used_at: number | null;
}

export interface RefreshTokenTable {
  token_hash: string;
  session_id: string;
  created_at: number;
  rotated_at: number | null;
  /** Hashes of what this token was traded for. */
  next_refresh_hash: string | null;
  next_access_hash: string | null;
}

export interface PasswordResetTable {
  token_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** Mails not yet handed over; a row goes when its mail has left. */
export interface MailTable {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  created_at: number;
  attempts: Generated<number>;
  next_attempt_at: number;
}

export interface IdempotencyTable {
  key: string;
  fingerprint: string;
  status: number;
  reply: string;
  created_at: number;
}

export interface ClipTable {
  id: string;
  user_id: string;
  content: string;
  /** Folded text and file names, what the search looks into. */
  search_text: string;
  is_favorite: Generated<number>;
  file_count: Generated<number>;
  /** Null while the clip is an empty draft. */
  saved_at: number | null;
  /** Set when deleted; the row goes when the time to undo is over. */
  deleted_at: number | null;
  created_at: number;
  updated_at: number;
  /** Grows with every change of text or files; `content_version` is its value at the last change of the text. */
  version: number;
  content_version: number;
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
